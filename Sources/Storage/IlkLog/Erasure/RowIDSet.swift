public import IlkVocabulary

/// The rows of a log that a purge erases, as ranges of row ids.
public struct RowIDSet: Sendable, Hashable {
    /// The ranges in ascending order. They neither overlap nor touch.
    private(set) var ranges: [ClosedRange<Int64>] = []

    /// Creates an empty set of rows.
    public init() {}

    /// Appends a row, which must be greater than all others.
    mutating func append(_ row: Int64) {
        if let last = ranges.last, last.upperBound + 1 == row {
            ranges[ranges.count - 1] = last.lowerBound...row
        } else {
            ranges.append(row...row)
        }
    }

    /// Returns the number of rows in this set up to a watermark.
    ///
    /// - Parameter mark: The watermark.
    public func count(upTo mark: LogWatermark) -> Int {
        ranges.reduce(0) { sum, range in
            sum + max(0, Int(min(range.upperBound, mark.last) - range.lowerBound + 1))
        }
    }

    /// Returns `true` if a row is in the set, by binary search.
    func contains(_ row: Int64) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < row { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(row)
    }
}
