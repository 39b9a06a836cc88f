/// The frequent words of a model: a hash table of slots, and a row of costs for each word.
///
/// A slot contains a row number (0 for none) and 16 more bits of the word's hash. Row 0 has zero costs, so
/// that an unknown word needs no branch. The table is valid as long as the storage of the model.
package struct FrequentWordTable: @unchecked Sendable {
    /// The size of a slot in bytes.
    static let placeSize = 4
    /// The number of bytes after the last row, because a row is read with a 32-byte load.
    package static let padding = 8

    /// The minimum lead of the best language over every other language, in quarters of a nat.
    let margin: Int32
    // The storage is immutable, so the pointers are safe to share between threads.
    private let places: UnsafeRawPointer
    private let rows: UnsafeRawPointer
    private let shift: UInt64

    /// Creates a table of `count` slots, a power of two. The rows follow the slots.
    init(at start: UnsafeRawPointer, places count: Int, margin: Int32) {
        self.margin = margin
        places = start
        rows = start + count * Self.placeSize
        shift = UInt64(64 - count.trailingZeroBitCount)
    }

    /// Returns the row of a word, and `true` if the table contains the word.
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

    /// Returns the bits of a hash that are stored in a slot. Other bits of the hash select the slot.
    @inline(__always)
    package static func tag(_ hash: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: hash >> 24) }
}
