/// What became of everything that a ``Journal`` was given. Exact at every instant.
public struct JournalLedger: Sendable, Hashable {
    /// Why an entry was not meant to be stored.
    public enum Skip: String, Sendable, CaseIterable {
        /// It has no text.
        case empty
    }

    /// Why an entry that was meant to be stored is lost.
    public enum Drop: String, Sendable, CaseIterable {
        /// The queue was full, and the setting is to drop.
        case full
        /// The journal was closed.
        case closed
        /// The database refused it for good: a constraint does not hold.
        case refused
        /// The database could not be written until closing lost its patience.
        case unwritten
    }

    /// How many entries were given.
    public var accepted = 0
    /// How many are committed.
    public var stored = 0
    /// How many wait, are being written, or belong to callers that are suspended.
    public var pending = 0
    /// How many were not meant to be stored, by reason; a reason that never came up is missing.
    public var skipped: [Skip: Int] = [:]
    /// How many are lost, by reason; a reason that never came up is missing.
    public var dropped: [Drop: Int] = [:]

    /// An empty ledger.
    public init() {}

    /// Whether every entry is accounted for: accepted = stored + pending + skipped + dropped.
    public var isBalanced: Bool {
        accepted == stored + pending + skipped.values.reduce(0, +) + dropped.values.reduce(0, +)
    }
}
