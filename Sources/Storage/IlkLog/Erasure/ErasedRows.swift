public import IlkVocabulary

/// Rows of a log that a purge takes out: by their numbers, as stretches without gaps.
public struct ErasedRows: Sendable, Hashable {
    /// In order, apart from each other.
    private(set) var stretches: [ClosedRange<Int64>] = []

    /// None.
    public init() {}

    /// Adds a row behind all others.
    mutating func append(_ row: Int64) {
        if let last = stretches.last, last.upperBound + 1 == row {
            stretches[stretches.count - 1] = last.lowerBound...row
        } else {
            stretches.append(row...row)
        }
    }

    /// How many of them a mark has behind it.
    public func count(upTo mark: LogWatermark) -> Int {
        stretches.reduce(0) { sum, stretch in
            sum + max(0, Int(min(stretch.upperBound, mark.last) - stretch.lowerBound + 1))
        }
    }

    /// Whether a row is one of them.
    func contains(_ row: Int64) -> Bool {
        var (low, high) = (0, stretches.count)
        while low < high {
            let middle = (low + high) / 2
            if stretches[middle].upperBound < row { low = middle + 1 } else { high = middle }
        }
        return low < stretches.count && stretches[low].contains(row)
    }
}
