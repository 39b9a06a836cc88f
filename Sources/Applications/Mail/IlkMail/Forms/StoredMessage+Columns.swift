import FoundationEssentials
import IlkStore
import IlkVocabulary

/// The columns of a message in CSV, without its text. References, addresses, labels and attachments are
/// separated by line feeds; verdicts and corrections are JSON.
extension StoredMessage {
    /// The names of the columns.
    package static let columnNames: [String?] = [
        "id", "account", "thread", "messageID", "references", "date", "from", "to", "cc", "subject",
        "snippet", "isRead", "isStarred", "labels", "size", "attachments", "repairs", "verdicts",
        "corrections",
    ]

    /// Returns the values of the columns in the order of ``columnNames``.
    ///
    /// - Parameter account: The address of the account.
    /// - Throws: `EncodingError`.
    package func columns(account: String) throws -> [String?] {
        func list(_ values: [String]) -> String? {
            values.isEmpty ? nil : values.joined(separator: "\n")
        }
        func addresses(_ values: [MailAddress]) -> String? { list(values.map(\.description)) }
        func flag(_ value: Bool) -> String { value ? "true" : "false" }
        let repairs: String? = flags.isEmpty ? nil : flags.description
        var encodedVerdicts: String?
        if !verdicts.isEmpty {
            encodedVerdicts = String(
                decoding: try JSONEncoder.deterministic().encode(verdicts), as: UTF8.self)
        }
        return [
            email.gmailId, account, email.threadId, email.messageId, list(email.references),
            email.date.formatted(.iso8601), email.from.description, addresses(email.toAddresses),
            addresses(email.ccAddresses), email.subject, email.snippet, flag(email.isRead),
            flag(email.isStarred), list(email.labelIds), "\(email.size)",
            list(email.attachments.map(\.filename)), repairs, encodedVerdicts,
            try RecordCorrection.json(corrections),
        ]
    }
}
