public import IlkVocabulary

/// The key of a record that is synced: the 128 bits of its ``RecordID``, as two words that compare and hash fast.
public struct SyncKey: Hashable, Sendable, Codable, Comparable {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// The key of these bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The key of a record of a store.
    public init(_ id: RecordID) {
        (high, low) = id.words
    }

    /// The record of a store that this is the key of.
    public var recordID: RecordID { RecordID(high: high, low: low) }

    /// Ordered as the bytes are.
    public static func < (lhs: SyncKey, rhs: SyncKey) -> Bool {
        lhs.high == rhs.high ? lhs.low < rhs.low : lhs.high < rhs.high
    }
}
