import IlkVocabulary

/// Parsed messages that are written in one transaction.
struct MailBatch: Sendable {
    /// A message, ready to be written.
    struct Item: Sendable {
        var message: MailMessage
        var form: MailSearchForm
        var source: [UInt8]?
        var envelope: String?
        /// `true` if the labels are folders, `false` if they come from Gmail.
        var hasFolders: Bool
        var verdict: Verdict?
        var offset: Int
    }

    /// A message that crashed the parser or exceeded its time limit.
    struct Quarantined: Sendable {
        var digest: ContentDigest
        var path: String
        var offset: Int
        var reason: String
    }

    var items: [Item] = []
    var quarantined: [Quarantined] = []
    /// The digests of quarantined messages that could be parsed this time. They are removed from the
    /// quarantine.
    var released: [ContentDigest] = []
    var report = MailImportReport()
    /// The offset of the message after the batch in the mailbox, in bytes. For a Maildir, the index of its
    /// next file.
    var offset = 0
    /// A digest of the last 4,096 bytes before ``offset``. Empty for a Maildir.
    var digest = ""
    /// The total size of the messages, in bytes.
    var bytes = 0
}
