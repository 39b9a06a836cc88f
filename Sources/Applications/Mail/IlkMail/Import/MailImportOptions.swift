public import IlkVocabulary

/// The options of an import of mail.
public struct MailImportOptions: Sendable {
    /// The address of the account that gets the messages. The account is created if it does not exist.
    public var account: String
    /// The label for messages that have no label in the file. With `nil`, the label is the name of the
    /// mailbox file or of the Maildir folder.
    public var label: String?
    /// The quoting of `From ` lines in a mailbox.
    public var variant: MailboxVariant
    /// `true` to mark all new messages as read.
    public var marksRead: Bool
    /// `true` to read a mailbox from its beginning and to retry quarantined messages.
    public var startsOver: Bool
    /// `true` to store the original bytes of the messages for exports.
    public var keepsSource: Bool
    /// The function that classifies messages, or `nil` to import without verdicts. The function is called on
    /// several threads at the same time. If it throws for a message, the message is imported without a
    /// verdict.
    public var classify: (@Sendable (String) throws -> Verdict)?

    /// The program that parses messages in a separate process, or `nil` to parse in this process. With a
    /// separate process, a message that crashes or stalls the parser is quarantined.
    public var worker: MailWorker?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - account: The address of the account that gets the messages.
    ///   - label: The label for messages that have no label in the file.
    ///   - variant: The quoting of `From ` lines in a mailbox.
    ///   - marksRead: `true` to mark all new messages as read.
    ///   - startsOver: `true` to read a mailbox from its beginning and to retry quarantined messages.
    ///   - keepsSource: `true` to store the original bytes of the messages.
    ///   - classify: The function that classifies messages, or `nil` to import without verdicts. The function
    ///     is called on several threads at the same time.
    ///   - worker: The program that parses messages in a separate process, or `nil` to parse in this process.
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
