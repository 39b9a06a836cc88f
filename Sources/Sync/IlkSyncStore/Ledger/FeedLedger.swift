public import IlkSync

/// What a device remembers of a server that does not count: its feed goes by opaque tokens, its records have opaque tags.
/// The ledger counts in its place, for this device alone.
///
/// Kept beside the device's replica, so that whoever puts back an older copy has both from the same moment. Each call is a
/// transaction of its own.
public protocol FeedLedger: Sendable {
    /// What is known of the feed as a whole.
    func head() async throws -> LedgerHead
    /// What is known of records: only of those that were seen.
    func rows(_ keys: [SyncKey]) async throws -> [SyncKey: LedgerRow]
    /// The server's token for a place in the feed; nil when it is not remembered.
    func token(at cursor: UInt64) async throws -> String?
    /// Takes what was learned: all of it or nothing.
    func commit(_ change: LedgerChange) async throws
}

/// What is known of a feed as a whole.
public struct LedgerHead: Hashable, Sendable {
    /// Which feed it is; 0 before any is known.
    public var epoch: UInt64 = 0
    /// The last number given out. It never goes back.
    public var sequence: UInt64 = 0
    /// Whose feed it is, by the server's name for the user; empty before it is known, and where nobody's is.
    public var account = ""
    /// The latest moment of any record that was let pass.
    public var clock: HybridTime = .zero

    /// Nothing is known.
    public init() {}

    /// Returns the row of a version that was seen, under the next number if its tag is new.
    public mutating func row(of key: SyncKey, _ tag: String, _ known: LedgerRow?) -> LedgerRow {
        if let known, known.tag == tag { return known }
        sequence += 1
        return LedgerRow(key: key, tag: tag, sequence: sequence)
    }
}

/// What is known of one record.
public struct LedgerRow: Hashable, Sendable {
    /// The record.
    public var key: SyncKey
    /// The server's name for the version that was seen.
    public var tag: String
    /// Our number for it.
    public var sequence: UInt64
}

/// What was learned of a feed.
public struct LedgerChange: Sendable {
    /// The feed from now on.
    public var head: LedgerHead
    /// Whether all rows and tokens before this are void.
    public var isAnew = false
    /// Versions that were seen.
    public var rows: [LedgerRow] = []
    /// Records that are not there any more.
    public var gone: [SyncKey] = []
    /// A place in the feed: our number for it, and the server's token.
    public var place: (cursor: UInt64, token: String)?
    /// Places before this one are not needed any more.
    public var oldest: UInt64 = 0

    /// Nothing but the head.
    public init(head: LedgerHead) { self.head = head }
}
