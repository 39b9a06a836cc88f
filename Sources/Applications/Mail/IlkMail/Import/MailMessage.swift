public import FoundationEssentials

/// A message as it was read, and what had to be done to its bytes.
public struct MailMessage: Sendable {
    /// Whether some of the text was HTML.
    public internal(set) var hasHTML = false
    /// What was wrong with it; empty when nothing was.
    public internal(set) var flags: MailFlags = []
    /// How many parts were not looked at.
    public internal(set) var skippedParts = 0
    /// The labels that Gmail's archives name, or nil.
    public internal(set) var gmailLabels: [String]?
    /// The letters of `Status` and `X-Status`; nil when it has none.
    public internal(set) var status: String?
    /// Its type, as `multipart/mixed`.
    public internal(set) var contentType = ""
    /// Whether it has a date of its own.
    public internal(set) var hasDate = false
    var row: MailRow

    init(_ row: MailRow) { self.row = row }

    /// Whether all its texts are UTF-8, as they should be whatever the bytes were.
    public var isWellFormed: Bool { String(validating: row.texts, as: UTF8.self) != nil }

    /// The record of an account, without labels.
    public func email(of account: UUID) -> Email { row.email(of: account) }
}
