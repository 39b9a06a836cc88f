/// A damaged range of a table's rows. Rows are missing, added or changed, compared with the count and the
/// digest that were stored for the range.
public struct RangeFault: Sendable, Hashable {
    /// The table that contains the range.
    public let table: RangedTable
    let range: Int64
    /// The number of rows found in the range.
    public let found: Int64
    /// The number of rows that were written to the range.
    public let expected: Int64

    /// The row ids of the range; `nil` for a table without row ids.
    public var rows: ClosedRange<Int64>? { table.rows(of: range) }
}

extension RangeFault: CustomStringConvertible {
    /// The range and the counts, such as `entries 512–767: 230 of 256 found`.
    public var description: String {
        let place = rows.map { "\(table.noun) \($0.lowerBound)–\($0.upperBound)" } ?? table.noun
        return found == expected
            ? "\(place): \(found) found, but their content has changed"
            : "\(place): \(found) of \(expected) found"
    }
}

extension [RangeFault] {
    /// A description of the first fault and the number of further faults, or `nil` if there is no fault.
    var phrase: String? {
        first.map { "\($0)" + (count == 1 ? "" : ", and \(count - 1) more such ranges") }
    }
}
