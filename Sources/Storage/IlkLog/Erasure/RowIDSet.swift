public import IlkVocabulary

/// The rows of a log that a purge erases, as ranges of row ids.
public struct RowIDSet: Sendable, Hashable {
    /// The ranges in ascending order. They neither overlap nor touch.
    private(set) var stretches: [ClosedRange<Int64>] = []

    /// Creates an empty set of rows.
    public init() {}

    /// Appends a row, which must be greater than all others.
    mutating func append(_ row: Int64) {
        if let last = stretches.last, last.upperBound + 1 == row {
            stretches[stretches.count - 1] = last.lowerBound...row
        } else {
            stretches.append(row...row)
        }
    }

    /// Returns the number of rows up to a watermark.
    ///
    /// - Parameter mark: The watermark.
    public func count(upTo mark: LogWatermark) -> Int {
        stretches.reduce(0) { sum, stretch in
            sum + max(0, Int(min(stretch.upperBound, mark.last) - stretch.lowerBound + 1))
        }
    }

    /// `true` if a row is in the set. Binary search.
    func contains(_ row: Int64) -> Bool {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].upperBound < row { low = middle + 1 } else { high = middle }
        }
        return low < stretches.count && stretches[low].contains(row)
    }
}
