import IlkVocabulary

/// Messages that were read and are written in one transaction.
struct MailBatch: Sendable {
    /// One of them, ready to be written.
    struct Item: Sendable {
        var message: MailMessage
        var form: MailSearchForm
        var source: [UInt8]?
        var envelope: String?
        var verdict: Verdict?
        var offset: Int
    }

    /// A message that the parser did not survive.
    struct Quarantined: Sendable {
        var digest: ContentDigest
        var path: String
        var offset: Int
        var reason: String
    }

    var items: [Item] = []
    var quarantined: [Quarantined] = []
    /// The digests of messages that were quarantined before, and are parsed now.
    var released: [ContentDigest] = []
    /// What was noticed while they were read.
    var report = MailImportReport()
    /// Where the next message begins.
    var offset = 0
    /// A digest of what stands before that place.
    var digest = ""
    /// How many bytes they are.
    var bytes = 0
}
