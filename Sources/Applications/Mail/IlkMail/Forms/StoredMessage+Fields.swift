import FoundationEssentials
package import IlkVocabulary

extension StoredMessage {
    /// Returns the message as a JSON object with its verdicts and corrections. The object contains the text
    /// of the message if `hasBody` is `true`.
    package func fields(account: String, hasBody: Bool = true) -> JSONObject {
        [
            "schema": "ilk.mail/1", "id": email.gmailId, "account": account, "thread": email.threadId,
            "messageID": email.messageId, "references": email.references,
            "date": email.date.formatted(.iso8601), "from": email.from, "to": email.toAddresses,
            "cc": email.ccAddresses, "subject": email.subject, "snippet": email.snippet,
            "body": hasBody ? email.bodyText : nil, "isRead": email.isRead, "isStarred": email.isStarred,
            "labels": email.labelIds, "size": email.size, "attachments": email.attachments,
            "repairs": flags.isEmpty ? nil : flags.description, "verdicts": verdicts.isEmpty ? nil : verdicts,
            "corrections": corrections.isEmpty ? nil : corrections,
        ]
    }
}
