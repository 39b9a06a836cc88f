import IlkConsole
import IlkVocabulary
import FoundationEssentials
import IlkMail

/// Shows one message.
struct MailShowing {
    /// How it is shown.
    var format: MailShowFormat
    /// Where.
    var console: Console

    /// Shows it.
    func run(_ message: StoredMessage, of service: DatabaseService) async throws {
        switch format {
        case .text: console.output.append(text(message))
        case .json:
            let account = try await service.accounts.fetch(byId: message.email.accountId)
            try console.write(json: MailRecord(message, account: account?.email ?? ""))
        case .source:
            guard let source = message.source else {
                throw CommandFailure(.noInput, "the bytes that the message came as were not kept")
            }
            console.output.append(source)
        }
        try console.output.flush()
    }

    private func text(_ message: StoredMessage) -> String {
        let email = message.email
        var fields = [("From", email.from.description), ("Date", MailTable.day(email.date))]
        for (name, addresses) in [("To", email.toAddresses), ("Cc", email.ccAddresses)]
        where !addresses.isEmpty {
            fields.append((name, addresses.map(\.description).joined(separator: ", ")))
        }
        fields.append(("Subject", email.subject))
        fields.append(("Labels", email.labelIds.joined(separator: ", ") + (email.isRead ? "" : " (unread)")))
        fields.append(("Thread", email.threadId))
        for attachment in email.attachments {
            fields.append(
                (
                    "Attached",
                    "\(attachment.filename) (\(attachment.mimeType), \(DecimalText.size(attachment.size)))"
                ))
        }
        for judgement in message.judgements {
            let doubt = judgement.abstention == nil ? "" : "?"
            fields.append(
                (
                    "Category",
                    "\(judgement.category)\(doubt) \(DecimalText.fixed(judgement.probability, 2)) (\(judgement.taxonomy))"
                ))
        }
        if !message.flags.isEmpty { fields.append(("Repaired", message.flags.description)) }
        let width = fields.map(\.0.count).max() ?? 0
        let head = fields.map { name, value in
            console.style.paint(name, .heading) + String(repeating: " ", count: width - name.count + 2)
                + VisibleText.oneLine(value) + "\n"
        }
        let body = VisibleText.lines(email.bodyText ?? email.snippet)
        return head.joined() + "\n" + body + (body.hasSuffix("\n") ? "" : "\n")
    }
}
