/// A finished part of a full-text index: one segment of SQLite's FTS5, made by FTS5 itself in a ``FullTextBuilder``, on its
/// way into the table of a file.
public struct FullTextPiece: Sendable {
    /// A row of `%_data`: where it stands within its segment, and its bytes.
    struct Page: Sendable {
        var place: Int64
        var bytes: Range<Int>
    }

    /// A row of `%_idx`: with which term a leaf begins.
    struct Term: Sendable {
        var bytes: Range<Int>
        var leaf: Int64
    }

    /// All bytes, one behind the other.
    var memory: [UInt8] = []
    var pages: [Page] = []
    var terms: [Term] = []
    var firstLeaf = 1
    var lastLeaf = 1
    /// How many rows there are, and how many tokens in each column.
    var totals: [UInt64] = []

    /// The record of totals in `%_data`.
    static let totalsRow: Int64 = 1
    /// What stands behind a segment's number in the number of a row of `%_data`.
    static let segmentBits: Int64 = 37

    /// The numbers of a record of totals.
    static func totals(_ bytes: [UInt8]) -> [UInt64]? {
        var reader = VariableLengthReader(bytes)
        var totals: [UInt64] = []
        while !reader.isAtEnd {
            guard let number = reader.next() else { return nil }
            totals.append(number)
        }
        return totals
    }

    /// A record of totals.
    static func record(ofTotals totals: [UInt64]) -> [UInt8] {
        var bytes: [UInt8] = []
        for total in totals { VariableLength.append(total, to: &bytes) }
        return bytes
    }

    /// Its first term, and the first row that has it: with these the first leaf begins, behind four bytes. A term stands behind
    /// the name of its index, a byte.
    var firstTerm: (term: String, row: Int64)? {
        guard let leaf = pages.first(where: { $0.place == Int64(firstLeaf) }) else { return nil }
        let bytes = Array(memory[leaf.bytes])
        var reader = VariableLengthReader(bytes, from: 4)
        guard let length = reader.small(), length > 0, reader.place + length < bytes.count else { return nil }
        let end = reader.place + length
        let term = String(decoding: bytes[(reader.place + 1)..<end], as: UTF8.self)
        var behind = VariableLengthReader(bytes, from: end)
        return behind.next().map { (term, Int64(bitPattern: $0)) }
    }

    mutating func keep(_ bytes: UnsafeRawBufferPointer) -> Range<Int> {
        let start = memory.count
        memory.append(contentsOf: bytes)
        return start..<memory.count
    }
}
