/// Where in a table the weights of the shape's ranges are: looked up once for all texts.
struct ShapeWeights: Sendable {
    /// Where the weights of each range of each signal of numbers are, from -1; -1 for none.
    private let offsets: [Int]
    /// Where in ``offsets`` each signal begins.
    private let starts: [Int]

    init(_ table: FeatureTable) {
        offsets = ShapeReader.features.flatMap { $0.map { table.find($0.hash) } }
        var starts: [Int] = []
        var next = 0
        for ranges in ShapeReader.features {
            starts.append(next)
            next += ranges.count
        }
        self.starts = starts
    }

    /// Adds the weights of the ranges of the signals.
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
