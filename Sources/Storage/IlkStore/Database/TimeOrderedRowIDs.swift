/// Row ids that consist of a time and a sequence number. The time is a number of units, such as seconds,
/// since 1970-01-01T00:00:00Z. The sequence number distinguishes the rows of one unit.
///
/// The table and its indexes therefore contain the rows in the order of their times. Reading the newest page
/// or a time span, or searching within a time span, reads a contiguous part of the table without sorting.
public struct TimeOrderedRowIDs: Sendable {
    /// The number of bits of the sequence number within a unit of time.
    public let placeBits: Int64
    /// The times that a row id can represent, in units since 1970-01-01T00:00:00Z.
    public let times: ClosedRange<Int64>

    /// Creates a numbering.
    ///
    /// - Parameter placeBits: The number of bits of the sequence number, 1 to 62.
    public init(placeBits: Int64) {
        precondition((1...62).contains(placeBits), "a row number has a time and a place")
        // The last time is excluded, so that every row id has a successor.
        times = (Int64.min >> placeBits)...(Int64.max >> placeBits) - 1
        self.placeBits = placeBits
    }

    /// Returns the range of row ids of a time. A time outside ``times`` is clamped.
    ///
    /// - Parameter time: The time in units since 1970-01-01T00:00:00Z.
    public func rows(of time: Int64) -> ClosedRange<Int64> {
        let first = min(max(time, times.lowerBound), times.upperBound) << placeBits
        return first...(first | (1 << placeBits - 1))
    }

    /// Returns the first row id of a time. A time outside ``times`` is clamped.
    ///
    /// - Parameter time: The time in units since 1970-01-01T00:00:00Z.
    public func first(of time: Int64) -> Int64 { rows(of: time).lowerBound }

    /// Returns a free row id after all used ids of a time.
    ///
    /// - Parameters:
    ///   - time: The time in units since 1970-01-01T00:00:00Z.
    ///   - last: Returns the greatest used id of a range, or `nil` if there is none.
    /// - Returns: The id, or `nil` if all ids of that time are used.
    /// - Throws: Errors of `last`.
    public func free(
        for time: Int64, last: (ClosedRange<Int64>) throws -> Int64?
    ) rethrows -> Int64? {
        let rows = rows(of: time)
        guard let taken = try last(rows) else { return rows.lowerBound }
        return taken < rows.upperBound ? taken + 1 : nil
    }

    /// Returns a free row id after all used ids of a time.
    ///
    /// - Parameters:
    ///   - time: The time in units since 1970-01-01T00:00:00Z.
    ///   - last: A statement that selects the greatest used id between its two parameters.
    /// - Returns: The id, or `nil` if all ids of that time are used.
    /// - Throws: `DatabaseError`.
    public func free(for time: Int64, last: RawStatement) throws -> Int64? {
        try free(for: time) { rows in
            last.bind(rows.lowerBound, rows.upperBound)
            defer { last.reset() }
            return try last.step() && !last.isNull(0) ? last.integer(0) : nil
        }
    }
}
