public import IlkVocabulary

/// How mail is taken in.
public struct MailImportOptions: Sendable {
    /// The address of the account; it is made where it is missing.
    public var account: String
    /// The label that messages get that name none; nil for the file's name, or the Maildir's folder.
    public var label: String?
    /// How a mailbox keeps lines of a text from looking like the beginning of a message.
    public var variant: MailboxVariant
    /// Whether messages count as read that do not say whether they were.
    public var marksRead: Bool
    /// Whether a file is read from its beginning although it was read before.
    public var startsOver: Bool
    /// Whether the bytes that messages came as are kept, for export.
    public var keepsSource: Bool
    /// What says what kind of text a message is; nil for nothing. Called by several threads at a
    /// time; a message that it throws for is taken in without a verdict.
    public var classify: (@Sendable (String) throws -> Verdict)?

    /// The program that parses messages, so that one that crashes or hangs the parser is quarantined; `nil` to parse in this
    /// process.
    public var worker: MailWorker?

    /// Options of these parts.
    public init(
        account: String = "local", label: String? = nil, variant: MailboxVariant = .auto,
        marksRead: Bool = false,
        startsOver: Bool = false, keepsSource: Bool = true,
        classify: (@Sendable (String) throws -> Verdict)? = nil, worker: MailWorker? = nil
    ) {
        self.account = account
        self.label = label
        self.variant = variant
        self.marksRead = marksRead
        self.startsOver = startsOver
        self.keepsSource = keepsSource
        self.classify = classify
        self.worker = worker
    }
}
