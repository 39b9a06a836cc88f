/// The common words of a model as plain memory: a place for each hash, and a row of costs for each word.
///
/// A place is the number of a row, 0 for none, and 16 bits of the hash that the word must have. Row 0 costs nothing, so
/// that a word that is not known needs no branch. Valid as long as the model it was made of.
struct FrequentWordTable {
    /// Bytes of a place.
    static let placeSize = 4
    /// Bytes behind the last row: a row is read 32 bytes at a time.
    static let padding = 8

    private let places: UnsafeRawPointer
    private let rows: UnsafeRawPointer
    private let shift: UInt64

    init?(_ model: LanguageModel) {
        guard let start = model.storage.bytes.baseAddress, let words = model.words else { return nil }
        places = start + words.places
        rows = start + words.rows
        shift = UInt64(64 - words.bits)
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
    private static func hash(_ key: UInt64) -> UInt64 {
        let mixed = (key ^ (key >> 29)) &* 0x9E37_79B9_7F4A_7C15
        return (mixed ^ (mixed >> 32)) &* 0xBF58_476D_1CE4_E5B9
    }

    /// The bits of a hash that a place has: others than those that say which place it is.
    @inline(__always)
    private static func tag(_ hash: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: hash >> 24) }

    /// Lays words out, the first ones first: the places, four for each word, and the rows behind a row of zeros.
    static func layOut(
        _ words: [(key: UInt64, row: [UInt8])]
    ) -> (places: [(row: UInt16, tag: UInt16)], rows: [UInt8]) {
        guard !words.isEmpty else { return ([], []) }
        var bits = 4
        while 1 << bits < words.count * 4, bits < 16 { bits += 1 }
        var places = [(row: UInt16, tag: UInt16)](repeating: (0, 0), count: 1 << bits)
        var rows = [UInt8](repeating: 0, count: LanguageModel.rowSize)
        for (key, row) in words {
            let hash = hash(key)
            let at = Int(truncatingIfNeeded: hash >> UInt64(64 - bits))
            guard places[at].row == 0 else { continue }
            places[at] = (UInt16(rows.count / LanguageModel.rowSize), tag(hash))
            rows += row
        }
        return (places, rows)
    }
}
