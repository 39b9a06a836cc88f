/// The common words of a model: a place for each hash, and a row of costs for each word.
///
/// A place is the number of a row, 0 for none, and 16 bits of the hash that the word must have. Row 0 costs nothing, so
/// that a word that is not known needs no branch. Valid as long as the storage of the model.
package struct FrequentWordTable: @unchecked Sendable {
    /// Bytes of a place.
    static let placeSize = 4
    /// Bytes behind the last row: a row is read 32 bytes at a time.
    package static let padding = 8

    /// The lead that the best language must have over the others, in quarters of a nat.
    let margin: Int32
    // The storage never changes, so any thread may read it.
    private let places: UnsafeRawPointer
    private let rows: UnsafeRawPointer
    private let shift: UInt64

    /// A table of `count` places, a power of two, and rows behind them.
    init(at start: UnsafeRawPointer, places count: Int, margin: Int32) {
        self.margin = margin
        places = start
        rows = start + count * Self.placeSize
        shift = UInt64(64 - count.trailingZeroBitCount)
    }

    /// The row of a word, and whether it is one of the table.
    @inline(__always)
    func row(of key: UInt64) -> (row: UnsafeRawPointer, isKnown: Bool) {
        let hash = Self.hash(key)
        let at = Int(truncatingIfNeeded: hash &>> shift) &* Self.placeSize
        let place = UInt32(littleEndian: places.loadUnaligned(fromByteOffset: at, as: UInt32.self))
        let number = place >> 16 == UInt32(Self.tag(hash)) ? Int(place & 0xFFFF) : 0
        return (rows + number &* LanguageModel.rowSize, number != 0)
    }

    @inline(__always)
    package static func hash(_ key: UInt64) -> UInt64 {
        let mixed = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
    }

    /// The bits of a hash that a place has: others than those that say which place it is.
    @inline(__always)
    package static func tag(_ hash: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: hash >> 24) }
}
