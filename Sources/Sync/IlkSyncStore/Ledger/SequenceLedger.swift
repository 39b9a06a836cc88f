public import IlkSync

/// The sequence numbers that a device assigns to records if the server, such as CloudKit, assigns none. Such
/// a server marks positions in its feed with opaque tokens, and versions of records with opaque tags.
///
/// The ledger is stored in the replica's file, so that a restored backup contains the ledger and the replica
/// of the same moment. Each call is a separate transaction.
public protocol SequenceLedger: Sendable {
    /// Returns the state of the feed.
    func head() async throws -> LedgerHead
    /// Returns the last known versions of records. Records without a known version are missing in the result.
    ///
    /// - Parameter keys: The keys of the records.
    func rows(_ keys: [SyncKey]) async throws -> [SyncKey: LedgerRow]
    /// Returns the server's token for a cursor, or `nil` if it is unknown.
    ///
    /// - Parameter cursor: A cursor of the feed.
    func token(at cursor: UInt64) async throws -> String?
    /// Stores a change atomically.
    ///
    /// - Parameter change: The change.
    func commit(_ change: LedgerChange) async throws
}

/// The state of a feed.
public struct LedgerHead: Hashable, Sendable {
    /// The epoch of the feed, or 0 if none is known.
    public var epoch: UInt64 = 0
    /// The last sequence number issued. This number never decreases.
    public var sequence: UInt64 = 0
    /// The server's name for the user. Empty if unknown or if the feed belongs to no user.
    public var account = ""
    /// The latest stamp time seen on a metadata record.
    public var clock: HybridTime = .zero

    /// Creates the state before the device first registers.
    public init() {}

    /// Returns the row for a version of a record, with a new sequence number if its tag is new.
    ///
    /// - Parameters:
    ///   - key: The key of the record.
    ///   - tag: The server's tag for the version.
    ///   - known: The row of the last known version, or `nil` if no version is known.
    public mutating func row(of key: SyncKey, _ tag: String, _ known: LedgerRow?) -> LedgerRow {
        if let known, known.tag == tag { return known }
        sequence += 1
        return LedgerRow(key: key, tag: tag, sequence: sequence)
    }
}

/// The last known version of a record.
public struct LedgerRow: Hashable, Sendable {
    /// The key of the record.
    public var key: SyncKey
    /// The server's tag for the version.
    public var tag: String
    /// The sequence number assigned by this device.
    public var sequence: UInt64
}

/// A change to a ledger.
public struct LedgerChange: Sendable {
    /// The new state of the feed.
    public var head: LedgerHead
    /// `true` to delete all existing rows and tokens first.
    public var replacesAll = false
    /// The versions to store.
    public var rows: [LedgerRow] = []
    /// The records that no longer exist.
    public var deleted: [SyncKey] = []
    /// A cursor and the server's token for this cursor, or `nil` to store none.
    public var place: (cursor: UInt64, token: String)?
    /// The oldest cursor still needed. Tokens of earlier cursors are deleted.
    public var oldest: UInt64 = 0

    /// Creates a change of the state only.
    ///
    /// - Parameter head: The new state of the feed.
    public init(head: LedgerHead) { self.head = head }
}
