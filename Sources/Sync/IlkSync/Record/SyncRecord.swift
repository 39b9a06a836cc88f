/// A record that is synced between the stores of devices. Only the store interprets the payload.
public struct SyncRecord: Hashable, Sendable, Codable {
    /// The permanent key, which is the same on all devices.
    public let key: SyncKey
    /// The type of the record, which determines how versions are merged.
    public let kind: RecordKind
    /// The name of the collection that the record belongs to, such as `usage.event`. A replica also keeps
    /// records of collections that its stores do not understand, unless ``SyncSettings/prefixes`` excludes
    /// them.
    public let collection: String
    /// The time and origin of the value.
    public var stamp: Stamp
    /// The edits that the value includes. Empty for events and conflict copies.
    public var vector: VersionVector
    /// The value, or `nil` for a tombstone.
    public var payload: [UInt8]?

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - kind: The type of the record.
    ///   - collection: The name of the collection that the record belongs to.
    ///   - stamp: The time and origin of the value.
    ///   - vector: The edits that the value includes.
    ///   - payload: The value, or `nil` for a tombstone.
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

    /// Compares all fields, the payload last.
    public static func == (lhs: SyncRecord, rhs: SyncRecord) -> Bool {
        lhs.key == rhs.key && lhs.stamp == rhs.stamp && lhs.kind == rhs.kind
            && lhs.collection == rhs.collection && lhs.vector == rhs.vector
            && isSame(lhs.payload, rhs.payload)
    }

    /// Compares payloads eight bytes at a time. A sync compares each record several times.
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

    /// `true` if the record was deleted.
    public var isTombstone: Bool { payload == nil }

    /// The approximate size in a batch, in bytes: the payload, the collection name, the version vector and a
    /// fixed overhead.
    public var byteCount: Int { 64 + collection.utf8.count + 12 * vector.dots.count + (payload?.count ?? 0) }
}

/// A type of record, which determines how versions are merged.
public enum RecordKind: UInt8, Sendable, Codable, Comparable, CaseIterable {
    /// Written once and never changed. All events are kept, and a deletion is final.
    case event
    /// The last writer wins. If two devices edited a value concurrently, the losing value is kept as a
    /// ``conflictCopy``.
    case metadata
    /// A copy of a value that lost a merge, under a key derived from its content.
    case conflictCopy

    /// Orders types as listed.
    public static func < (lhs: RecordKind, rhs: RecordKind) -> Bool { lhs.rawValue < rhs.rawValue }
}
