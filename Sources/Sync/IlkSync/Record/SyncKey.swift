public import IlkVocabulary

/// The key of a synced record: the 128 bits of its ``RecordID`` as two words, which compare and hash fast.
public struct SyncKey: Hashable, Sendable, Codable, Comparable {
    /// The first eight bytes.
    public let high: UInt64
    /// The last eight bytes.
    public let low: UInt64

    /// Creates a key from two words.
    ///
    /// - Parameters:
    ///   - high: The first eight bytes.
    ///   - low: The last eight bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates the key of a store's record.
    ///
    /// - Parameter id: The ID of the record.
    public init(_ id: RecordID) {
        (high, low) = id.words
    }

    /// The ID of the store's record.
    public var recordID: RecordID { RecordID(high: high, low: low) }

    /// Orders keys by their bytes.
    public static func < (lhs: SyncKey, rhs: SyncKey) -> Bool {
        lhs.high == rhs.high ? lhs.low < rhs.low : lhs.high < rhs.high
    }
}
