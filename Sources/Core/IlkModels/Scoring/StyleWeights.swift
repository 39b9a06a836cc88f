/// The positions of the weights of style features in a table, looked up once for all texts.
struct StyleWeights: Sendable {
    /// For each style feature, the offset in the table of the weights of each of its ranges, beginning with
    /// range -1. The offset is -1 if the table has no weights for a range.
    private let offsets: [Int]
    /// The index in ``offsets`` at which each style feature begins.
    private let starts: [Int]

    init(_ table: FeatureTable) {
        offsets = StyleReader.features.flatMap { $0.map { table.find($0.hash) } }
        var starts: [Int] = []
        var next = 0
        for ranges in StyleReader.features {
            starts.append(next)
            next += ranges.count
        }
        self.starts = starts
    }

    func add(_ ranges: [Int8], of table: FeatureTable, to sums: inout [Int32]) {
        sums.withUnsafeMutableBufferPointer { sums in
            offsets.withUnsafeBufferPointer { offsets in
                starts.withUnsafeBufferPointer { starts in
                    ranges.withUnsafeBufferPointer { table.add(at: offsets, $0, starts: starts, to: sums) }
                }
            }
        }
    }
}
