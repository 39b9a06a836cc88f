/// A record as it travels between a store and a hub: what it means is its store's affair.
public struct SyncRecord: Hashable, Sendable, Codable {
    /// The record's key, the same on all devices and for ever.
    public let key: SyncKey
    /// How two versions of it become one.
    public let kind: RecordKind
    /// Which of a store's tables it is of. A device that does not know it keeps the record and passes it on.
    public let collection: String
    /// When and where this value was written.
    public var stamp: Stamp
    /// Which edits went into it. Empty for events and losers.
    public var vector: VersionVector
    /// The value; nil in a tombstone.
    public var payload: [UInt8]?

    /// A record of these parts.
    public init(
        key: SyncKey, kind: RecordKind, collection: String, stamp: Stamp,
        vector: VersionVector = VersionVector(), payload: [UInt8]?
    ) {
        self.key = key
        self.kind = kind
        self.collection = collection
        self.stamp = stamp
        self.vector = vector
        self.payload = payload
    }

    /// Whether it says that the record was deleted.
    public var isTombstone: Bool { payload == nil }

    /// What it counts for in a batch: its payload and a little.
    public var byteCount: Int { 64 + collection.utf8.count + 12 * vector.dots.count + (payload?.count ?? 0) }
}

/// How versions of a record become one.
public enum RecordKind: UInt8, Sendable, Codable, Comparable, CaseIterable {
    /// Written once, never changed: all are kept. Deleting one is for good.
    case event
    /// The last writer wins; what lost is kept as a ``loser``.
    case metadata
    /// A value of a metadata record that lost against one whose writer did not know it.
    case loser

    /// Ordered as listed.
    public static func < (lhs: RecordKind, rhs: RecordKind) -> Bool { lhs.rawValue < rhs.rawValue }
}
