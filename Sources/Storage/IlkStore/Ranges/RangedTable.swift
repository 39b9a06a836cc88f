/// A table for which the file stores the count and the digest of each range of rows, so that missing and
/// changed rows are detected.
public struct RangedTable: Sendable, Hashable {
    /// The table's name.
    public let name: String
    /// The plural noun for rows of the table in messages, such as `entries`.
    public let noun: String
    /// The base-2 logarithm of the number of row ids in a range; `nil` for a table without row ids, which is
    /// one range.
    let rangeBits: Int64?

    /// Returns a table with row ids.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - noun: The plural noun for rows of the table in messages.
    ///   - rangeBits: The base-2 logarithm of the number of row ids in a range. Row ids whose high bits are a
    ///     timestamp are sparse and need wider ranges.
    public static func rows(_ name: String, _ noun: String, rangeBits: Int64 = 8) -> RangedTable {
        RangedTable(name: name, noun: noun, rangeBits: rangeBits)
    }

    /// Returns a table without row ids (`WITHOUT ROWID`). All its rows form one range.
    ///
    /// - Parameters:
    ///   - name: The name of the table.
    ///   - noun: The plural noun for rows of the table in messages.
    public static func keyed(_ name: String, _ noun: String) -> RangedTable {
        RangedTable(name: name, noun: noun, rangeBits: nil)
    }

    func range(of row: Int64) -> Int64 { rangeBits.map { row >> $0 } ?? 0 }

    /// Returns the row ids of a range, or `nil` for a table without row ids.
    func rows(of range: Int64) -> ClosedRange<Int64>? {
        rangeBits.map { range << $0...(range << $0 | (1 << $0 - 1)) }
    }
}
