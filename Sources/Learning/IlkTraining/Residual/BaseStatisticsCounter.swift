package import IlkModels
package import IlkText

/// Counts the features of training texts for ``BaseStatistics``.
///
/// The sums are integers, so they do not depend on the order of the texts.
package struct BaseStatisticsCounter {
    /// The maximum number of labels whose means are stored. With more labels, only the mean of all texts is
    /// stored.
    private static let mostMeans = 50
    /// The maximum number of stored numbers in all means, and in one mean.
    private static let (mostNumbers, mostNumbersOfMean) = (180_000, 16_384)
    /// The number that represents 1 in the integer sums.
    private static let steps = Double(1 << 32)

    private let bits: Int
    private let labels: Int
    private var features = HeadFeatures()
    private var squares: [Int64]
    private var sums: [[Int64]]
    private var counted: [Int]
    private var texts = 0

    private var meansOfLabels: Bool { labels <= Self.mostMeans }

    /// Creates a counter that has not counted any texts.
    ///
    /// - Parameter labels: The number of labels.
    package init(labels: Int) {
        self.labels = labels
        bits = HeadFeatures.bits(labels: labels)
        let none = [Int64](repeating: 0, count: 1 << bits)
        squares = none
        sums = [[Int64]](repeating: none, count: labels <= Self.mostMeans ? labels : 1)
        counted = [Int](repeating: 0, count: sums.count)
    }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - categories: The indexes of the text's labels.
    /// - Complexity: O(*n* log *n*) in the length of the text.
    package mutating func add(_ analysis: borrowing AnalyzedText, categories: [Int]) {
        texts += 1
        let rows = meansOfLabels ? categories : [0]
        for row in rows { counted[row] += 1 }
        let values = features.row(of: analysis, bits: bits)
        Self.add(values, to: &squares) { $0 * $0 }
        for row in rows { Self.add(values, to: &sums[row]) { $0 } }
    }

    @inline(__always)
    private static func add(
        _ values: [(bucket: UInt32, value: Double)], to sums: inout [Int64], _ term: (Double) -> Double
    ) {
        sums.withUnsafeMutableBufferPointer { sums in
            for (bucket, value) in values { sums[Int(bucket)] += Int64((term(value) * steps).rounded()) }
        }
    }

    /// Returns the statistics.
    ///
    /// - Parameters:
    ///   - documents: The number of training texts of each label. The texts that were added are a sample of
    ///     the training texts.
    ///   - texts: The number of all training texts.
    package func statistics(documents: [Int], texts: Int) -> BaseStatistics {
        func means(_ sums: [Int64], _ count: Int) -> [Double] {
            sums.map { Double($0) / (Self.steps * Double(max(1, count))) }
        }
        let most = min(Self.mostNumbersOfMean, Self.mostNumbers / sums.count)
        let numbers = meansOfLabels ? documents : [texts]
        return BaseStatistics(
            bits: bits, squares: BaseStatistics.Row(means(squares, self.texts), texts: texts),
            means: sums.indices.map {
                BaseStatistics.Row(means(sums[$0], counted[$0]), texts: numbers[$0], most: most)
            })
    }
}
