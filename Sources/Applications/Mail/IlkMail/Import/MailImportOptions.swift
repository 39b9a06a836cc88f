public import IlkVocabulary

/// Options of an import.
public struct MailImportOptions: Sendable {
    /// The address of the account. The account is created if it does not exist.
    public var account: String
    /// The label for messages that name none; `nil` for the name of the mailbox file or the folder of the
    /// Maildir.
    public var label: String?
    /// The quoting of `From ` lines in a mailbox.
    public var variant: MailboxVariant
    /// `true` to mark all new messages as read.
    public var marksRead: Bool
    /// `true` to read a mailbox from its beginning and to retry quarantined messages.
    public var startsOver: Bool
    /// `true` to store the original bytes of the messages for exports.
    public var keepsSource: Bool
    /// The classifier of messages, or `nil` to import without verdicts. It is called on several threads
    /// concurrently. If it throws for a message, the message is imported without a verdict.
    public var classify: (@Sendable (String) throws -> Verdict)?

    /// The program that parses messages, so that a message that crashes or hangs the parser is quarantined;
    /// `nil` to parse in this process.
    public var worker: MailWorker?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - account: The address of the account.
    ///   - label: The label for messages that name none.
    ///   - variant: The quoting of `From ` lines in a mailbox.
    ///   - marksRead: `true` to mark all new messages as read.
    ///   - startsOver: `true` to read a mailbox from its beginning and to retry quarantined messages.
    ///   - keepsSource: `true` to store the original bytes of the messages.
    ///   - classify: The classifier of messages. It must be safe to call concurrently.
    ///   - worker: The program that parses messages.
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
