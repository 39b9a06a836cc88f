/// A table whose rows are counted and digested by ranges of row ids, so that rows that are missing are noticed.
public struct RangedTable: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// The rows' plural in messages: `entries`.
    public let noun: String
    /// A range holds 2 to this power of row ids; `nil` for a table without row ids, which is one range.
    let rangeBits: Int64?

    /// A table with row ids.
    ///
    /// - Parameters:
    ///   - name: The table's name.
    ///   - noun: The rows' plural in messages.
    ///   - rangeBits: A range holds 2 to this power of row ids. Row ids that begin with a time are sparse and need wider
    ///     ranges.
    public static func rows(_ name: String, _ noun: String, rangeBits: Int64 = 8) -> RangedTable {
        RangedTable(name: name, noun: noun, rangeBits: rangeBits)
    }

    /// A table without row ids (`WITHOUT ROWID`). All its rows are one range.
    public static func keyed(_ name: String, _ noun: String) -> RangedTable {
        RangedTable(name: name, noun: noun, rangeBits: nil)
    }

    /// The number of the range that a row id belongs to.
    func range(of row: Int64) -> Int64 { rangeBits.map { row >> $0 } ?? 0 }

    /// The row ids of a range; `nil` for a table without row ids.
    func rows(of range: Int64) -> ClosedRange<Int64>? {
        rangeBits.map { range << $0...(range << $0 | (1 << $0 - 1)) }
    }
}
