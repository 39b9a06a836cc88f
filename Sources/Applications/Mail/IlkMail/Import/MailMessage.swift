public import FoundationEssentials

/// A parsed message and its defects.
public struct MailMessage: Sendable {
    /// `true` if a part of the text is HTML.
    public internal(set) var hasHTML = false
    /// The defects that the parser found.
    public internal(set) var flags: MailFlags = []
    /// The number of parts that were skipped.
    public internal(set) var skippedParts = 0
    /// The labels in `X-Gmail-Labels`, or `nil` if the message has none.
    public internal(set) var gmailLabels: [String]?
    /// The letters of the header fields `Status` and `X-Status`, and letters for the bits of
    /// `X-Mozilla-Status`: `R` read, `F` flagged, `X` deleted. `nil` if the message has none of these fields.
    public internal(set) var status: String?
    /// The media type, for example `multipart/mixed`.
    public internal(set) var contentType = ""
    /// `true` if the header contains a valid date.
    public internal(set) var hasDate = false
    var row: MailRow

    init(_ row: MailRow) { self.row = row }

    /// `true` if all texts are valid UTF-8, which the parser guarantees for any input.
    public var isWellFormed: Bool { String(validating: row.texts, as: UTF8.self) != nil }

    /// `true` if the header has at least one field that is typical of messages.
    var isMessage: Bool {
        let hasField = !row.subject.isEmpty || !row.address.isEmpty || row.messageID != nil || hasDate
        return hasField && !flags.contains(.noHeader)
    }

    /// The error message for bytes that are not a message.
    static let noMessage = "not a message: no header"

    /// Returns the message as a record.
    ///
    /// - Parameter account: The key of the account.
    /// - Returns: The record. It has labels only if an import has assigned them.
    public func email(of account: UUID) -> Email { row.email(of: account) }
}
