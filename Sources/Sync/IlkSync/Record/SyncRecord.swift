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

    /// Whether all of both is the same.
    public static func == (lhs: SyncRecord, rhs: SyncRecord) -> Bool {
        lhs.key == rhs.key && lhs.stamp == rhs.stamp && lhs.kind == rhs.kind
            && lhs.collection == rhs.collection && lhs.vector == rhs.vector
            && isSame(lhs.payload, rhs.payload)
    }

    /// Whether two payloads are the same, eight bytes at a time: a sync asks it several times a record.
    private static func isSame(_ one: [UInt8]?, _ other: [UInt8]?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        guard one.count == other.count else { return false }
        return one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                if one.baseAddress == other.baseAddress { return true }
                let whole = one.count & ~7
                for place in stride(from: 0, to: whole, by: 8)
                where one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                    != other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                {
                    return false
                }
                return (whole..<one.count).allSatisfy { one[$0] == other[$0] }
            }
        }
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
