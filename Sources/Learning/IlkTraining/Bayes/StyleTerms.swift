import IlkModels

/// The style features of the texts in a fit of group weights.
///
/// Texts share their scores (``StyleScores``). For each point of the optimization, the shared scores are weighted
/// once, and the derivatives of the loss are summed once for each of them.
final class StyleTerms {
    private typealias Lanes = SIMD8<Float>

    /// The number of style features of a text.
    let features: Int
    private let categories: Int
    private let scores: StyleScores
    /// The numbers of the scores of each text, by text, then by feature.
    private let numbers: [Int32]
    /// The number of vectors of eight categories for each of the shared scores.
    private let vectors: Int
    /// The weighted scores, and the sums of derivatives, by number, then by category.
    private let weighted: UnsafeMutablePointer<Lanes>
    private let slopes: UnsafeMutablePointer<Lanes>

    init(_ scores: StyleScores, _ numbers: [Int32], features: Int) {
        (self.scores, self.numbers, self.features) = (scores, numbers, features)
        categories = scores.categories
        vectors = (categories + Lanes.scalarCount - 1) / Lanes.scalarCount
        weighted = .allocate(capacity: scores.count * vectors)
        slopes = .allocate(capacity: scores.count * vectors)
        weighted.initialize(repeating: .zero, count: scores.count * vectors)
        slopes.initialize(repeating: .zero, count: scores.count * vectors)
    }

    deinit {
        weighted.deallocate()
        slopes.deallocate()
    }

    /// Begins a point of the optimization. `groupWeights` has the weights by feature, then by category.
    func begin(_ groupWeights: [Float]) {
        for number in 0..<scores.count {
            let feature = scores.feature(of: number)
            for vector in 0..<vectors {
                let first = vector * Lanes.scalarCount
                var lanes = Lanes.zero
                for category in first..<min(first + Lanes.scalarCount, categories) {
                    lanes[category - first] =
                        scores[number, category] * groupWeights[feature * categories + category]
                }
                weighted[number * vectors + vector] = lanes
                slopes[number * vectors + vector] = .zero
            }
        }
    }

    /// Adds the weighted scores of a text to every `stride`-th sum, one for each category.
    @inline(__always)
    func add(_ text: Int, to sums: UnsafeMutableBufferPointer<Float>, from start: Int, by stride: Int) {
        // Wrapping arithmetic avoids overflow checks. Indices are within the buffers.
        numbers.withUnsafeBufferPointer { numbers in
            for vector in 0..<vectors {
                // Two sums, because each addition waits for the one before it.
                var (even, odd) = (Lanes.zero, Lanes.zero)
                var index = text &* features
                let end = index &+ features
                while index &+ 1 < end {
                    even += weighted[Int(numbers[index]) &* vectors &+ vector]
                    odd += weighted[Int(numbers[index &+ 1]) &* vectors &+ vector]
                    index &+= 2
                }
                if index < end { even += weighted[Int(numbers[index]) &* vectors &+ vector] }
                even += odd
                let first = vector &* Lanes.scalarCount
                for category in first..<min(first &+ Lanes.scalarCount, categories) {
                    sums[start &+ category &* stride] += even[category &- first]
                }
            }
        }
    }

    /// Adds the derivatives of the loss of a text: every `stride`-th residual, one for each category.
    @inline(__always)
    func addSlopes(
        of text: Int, _ residuals: UnsafeMutableBufferPointer<Float>, from start: Int, by stride: Int
    ) {
        numbers.withUnsafeBufferPointer { numbers in
            for vector in 0..<vectors {
                let first = vector &* Lanes.scalarCount
                var lanes = Lanes.zero
                for category in first..<min(first &+ Lanes.scalarCount, categories) {
                    lanes[category &- first] = residuals[start &+ category &* stride]
                }
                for index in text &* features..<(text &+ 1) &* features {
                    slopes[Int(numbers[index]) &* vectors &+ vector] += lanes
                }
            }
        }
    }

    /// Adds the derivatives of the weights, by feature, then by category.
    func addSlopes(to sums: inout [Double]) {
        for number in 0..<scores.count {
            let start = scores.feature(of: number) * categories
            for category in 0..<categories {
                let (vector, lane) = category.quotientAndRemainder(dividingBy: Lanes.scalarCount)
                sums[start + category] +=
                    Double(scores[number, category] * slopes[number * vectors + vector][lane])
            }
        }
    }
}
