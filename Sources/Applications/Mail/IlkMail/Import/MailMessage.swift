public import FoundationEssentials

/// A parsed message and its defects.
public struct MailMessage: Sendable {
    /// `true` if a part of the text is HTML.
    public internal(set) var hasHTML = false
    /// The defects that the parser found.
    public internal(set) var flags: MailFlags = []
    /// The number of parts that were skipped.
    public internal(set) var skippedParts = 0
    /// The labels in the header field `X-Gmail-Labels`, or `nil` if the message has no such field.
    public internal(set) var gmailLabels: [String]?
    /// The status of the message, as letters such as `R` (read), `F` (flagged) and `X` (deleted). The letters
    /// come from the header fields `Status`, `X-Status` and `X-Mozilla-Status`. `nil` if the message has none
    /// of these fields.
    public internal(set) var status: String?
    /// The media type of the message, for example `multipart/mixed`.
    public internal(set) var contentType = ""
    /// `true` if the header contains a valid date.
    public internal(set) var hasDate = false
    var row: MailRow

    init(_ row: MailRow) { self.row = row }

    /// `true` if all texts are valid UTF-8, which the parser guarantees for any input.
    public var isWellFormed: Bool { String(validating: row.texts, as: UTF8.self) != nil }

    /// `true` if the header contains a subject, a sender, a Message-ID or a valid date.
    var isMessage: Bool {
        let hasField = !row.subject.isEmpty || !row.address.isEmpty || row.messageID != nil || hasDate
        return hasField && !flags.contains(.noHeader)
    }

    /// The error message for bytes that are not a message.
    static let noMessage = "not a message: no header"

    /// Returns the message as a record.
    ///
    /// - Parameter account: The key of the account.
    /// - Returns: The record, which has labels only if an import has assigned labels.
    public func email(of account: UUID) -> Email { row.email(of: account) }
}
