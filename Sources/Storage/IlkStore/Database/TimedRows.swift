/// How row numbers begin with a time: in whole units of time since 1970-01-01T00:00:00Z, then a place within the unit.
///
/// So rows stand in the order of their times, in the table and in every index that has row numbers: the newest page, a
/// stretch of time and a search within one are each a stretch of the table, and nothing is sorted.
public struct TimedRows: Sendable {
    /// How many bits number the rows of one unit of time.
    public let placeBits: Int64
    /// The times that have rows of their own.
    public let times: ClosedRange<Int64>

    /// Rows with so many places within a unit of time.
    ///
    /// - Parameter placeBits: How many bits number them: 1 to 62.
    public init(placeBits: Int64) {
        precondition((1...62).contains(placeBits), "a row number has a time and a place")
        // The last one is left out: so there is a number behind each row.
        times = (Int64.min >> placeBits)...(Int64.max >> placeBits) - 1
        self.placeBits = placeBits
    }

    /// The row numbers of a time; for one that has none, those of the nearest time that has.
    public func rows(of time: Int64) -> ClosedRange<Int64> {
        let first = min(max(time, times.lowerBound), times.upperBound) << placeBits
        return first...(first | (1 << placeBits - 1))
    }

    /// The first row number of a time.
    public func first(of time: Int64) -> Int64 { rows(of: time).lowerBound }

    /// A row number that is not taken, behind all of its time.
    ///
    /// - Parameter last: Says which is the last number taken of these, or nil.
    /// - Returns: Nil when all places of that time are taken.
    public func free(
        for time: Int64, last: (ClosedRange<Int64>) throws -> Int64?
    ) rethrows -> Int64? {
        let rows = rows(of: time)
        guard let taken = try last(rows) else { return rows.lowerBound }
        return taken < rows.upperBound ? taken + 1 : nil
    }

    /// A row number that is not taken, behind all of its time.
    ///
    /// - Parameter last: Selects the greatest number that is taken between its two parameters.
    /// - Returns: Nil when all places of that time are taken.
    /// - Throws: What SQLite throws.
    public func free(for time: Int64, last: RawStatement) throws -> Int64? {
        try free(for: time) { rows in
            last.bind(rows.lowerBound, rows.upperBound)
            defer { last.reset() }
            return try last.step() && !last.isNull(0) ? last.integer(0) : nil
        }
    }
}
