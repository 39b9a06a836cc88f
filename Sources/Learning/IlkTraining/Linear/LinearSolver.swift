/// Dual coordinate descent for linear SVMs with squared hinge loss, one-vs-rest (C.-J. Hsieh et al. 2008). A
/// step updates all categories of one text.
///
/// The fit is deterministic: texts are shuffled with a fixed seed, and sums have a fixed order.
struct LinearSolver<Lanes: SIMD> where Lanes.Scalar == Float {
    private let problem: LinearProblem<Lanes>

    /// Pairs of a primal weight, with the log-count ratio applied, and its squared log-count ratio, which are read
    /// together.
    private var weights: [Lanes]
    private var bias: [Lanes]
    /// The dual variables of each row and category. They are kept as a warm start for the next cost.
    private var alphas: [Lanes]

    /// The maximum number of passes over the texts.
    var rounds = 30
    /// The fit ends if no projected gradient exceeds this value. Variables with a projected gradient below a
    /// tenth of the value are not updated.
    var tolerance: Float = 0.1

    init(_ problem: LinearProblem<Lanes>) {
        self.problem = problem
        weights = [Lanes](repeating: .zero, count: 2 * problem.ratios.squaredRatios.count)
        for (index, ratio) in problem.ratios.squaredRatios.enumerated() { weights[2 * index + 1] = ratio }
        bias = [Lanes](repeating: .zero, count: problem.blocks)
        alphas = [Lanes](repeating: .zero, count: problem.learned.count * problem.blocks)
    }

    /// Fits the weights at a cost, with a warm start from the weights of the previous cost.
    ///
    /// - Parameters:
    ///   - mayStop: `true` to keep the weights of completed passes if `check` throws ``TimeLimitReached``.
    ///   - check: Called before each pass.
    /// - Returns: `false` if it was stopped.
    @discardableResult
    mutating func solve(
        cost: Double, mayStop: Bool = false, check: () throws -> Void
    ) rethrows -> Bool {
        var order = Array(problem.learned.indices)
        var state: UInt64 = 1
        for pass in 0..<rounds {
            do {
                try check()
            } catch let limit as TimeLimitReached {
                guard mayStop, pass > 0 else { throw limit }
                return false
            }
            // Fisher-Yates shuffle with Knuth's MMIX linear congruential generator.
            for index in order.indices.reversed().dropLast() {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                order.swapAt(index, Int((state >> 33) % UInt64(index + 1)))
            }
            if round(order, cost: Float(cost)) < tolerance { break }
        }
        return true
    }

    /// Makes one pass over all texts, and returns the largest absolute projected gradient.
    private mutating func round(_ order: [Int], cost: Float) -> Float {
        let problem = self.problem
        let idle = tolerance / 10
        var steepest = Lanes.zero
        var deltas = [Lanes](repeating: .zero, count: problem.blocks)
        weights.withUnsafeMutableBufferPointer { weights in
            alphas.withUnsafeMutableBufferPointer { alphas in
                bias.withUnsafeMutableBufferPointer { bias in
                    deltas.withUnsafeMutableBufferPointer { deltas in
                        LinearView.with(problem) { view in
                            let step = LinearStep(
                                view: view, weights: weights, alphas: alphas, bias: bias, deltas: deltas,
                                updateThreshold: Lanes(repeating: idle))
                            for text in order { step.update(text, cost, &steepest) }
                        }
                    }
                }
            }
        }
        return steepest.max()
    }

    func scores(of row: Int) -> [Float] {
        let rows = problem.rows
        let blocks = problem.blocks
        var scores: [Float] = []
        for block in 0..<blocks {
            var sum = bias[block]
            for index in rows.starts[row]..<rows.starts[row + 1] {
                sum += weights[2 * (Int(rows.features[index]) * blocks + block)] * problem.values[index]
            }
            for lane in 0..<Lanes.scalarCount where block * Lanes.scalarCount + lane < rows.categories {
                scores.append(sum[lane])
            }
        }
        return scores
    }

    func weight(_ feature: Int, _ category: Int) -> Float {
        let (block, lane) = category.quotientAndRemainder(dividingBy: Lanes.scalarCount)
        return weights[2 * (feature * problem.blocks + block)][lane]
    }

    func constant(_ category: Int) -> Float {
        let (block, lane) = category.quotientAndRemainder(dividingBy: Lanes.scalarCount)
        return bias[block][lane]
    }
}

/// The buffers of a problem. They are valid only inside of the closure.
private struct LinearView<Lanes: SIMD> where Lanes.Scalar == Float {
    let blocks: Int
    let learned: UnsafeBufferPointer<Int>
    let starts: UnsafeBufferPointer<Int>
    let labelStarts: UnsafeBufferPointer<Int>
    let labels: UnsafeBufferPointer<Int>
    let costs: UnsafeBufferPointer<Double>
    let features: UnsafeBufferPointer<UInt32>
    let values: UnsafeBufferPointer<Float>
    let active: UnsafeBufferPointer<Lanes>
    let squares: UnsafeBufferPointer<Lanes>

    static func with(_ problem: LinearProblem<Lanes>, _ body: (LinearView) -> Void) {
        problem.learned.withUnsafeBufferPointer { learned in
            problem.rows.starts.withUnsafeBufferPointer { starts in
                problem.rows.labelStarts.withUnsafeBufferPointer { labelStarts in
                    problem.rows.labels.withUnsafeBufferPointer { labels in
                        problem.rows.weights.withUnsafeBufferPointer { costs in
                            problem.rows.features.withUnsafeBufferPointer { features in
                                problem.values.withUnsafeBufferPointer { values in
                                    problem.active.withUnsafeBufferPointer { active in
                                        problem.squares.withUnsafeBufferPointer { squares in
                                            body(
                                                LinearView(
                                                    blocks: problem.blocks, learned: learned,
                                                    starts: starts, labelStarts: labelStarts,
                                                    labels: labels, costs: costs, features: features,
                                                    values: values, active: active, squares: squares))
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The update of one text in all categories, on the buffers of a pass.
///
/// Wrapping arithmetic on indices avoids overflow checks. All indices are within the buffers.
private struct LinearStep<Lanes: SIMD> where Lanes.Scalar == Float {
    let view: LinearView<Lanes>
    let weights: UnsafeMutableBufferPointer<Lanes>
    let alphas: UnsafeMutableBufferPointer<Lanes>
    let bias: UnsafeMutableBufferPointer<Lanes>
    let deltas: UnsafeMutableBufferPointer<Lanes>
    /// Variables with a smaller projected gradient are not updated.
    let updateThreshold: Lanes

    @inline(__always)
    func update(_ text: Int, _ cost: Float, _ steepest: inout Lanes) {
        let row = view.learned[text]
        let range = view.starts[row]..<view.starts[row &+ 1]
        let own = view.labelStarts[row]..<view.labelStarts[row &+ 1]
        let slack = Lanes(repeating: 0.5 / (cost * Float(view.costs[row])))
        var moves = false
        for block in 0..<view.blocks {
            let sum = bias[block] + product(range, block)
            var sign = Lanes(repeating: -1)
            for index in own {
                let (ownBlock, ownLane) = view.labels[index]
                    .quotientAndRemainder(dividingBy: Lanes.scalarCount)
                if block == ownBlock { sign[ownLane] = 1 }
            }
            let alpha = alphas[text &* view.blocks &+ block]
            let slope = (sign * sum - 1 + slack * alpha) * view.active[block]
            // The projected gradient: at the lower bound 0, only an increase counts.
            let pull = slope.replacing(with: 0, where: (alpha .== 0) .& (slope .> 0))
            steepest.replace(with: pull, where: pull .> steepest)
            steepest.replace(with: -pull, where: -pull .> steepest)
            let target = alpha - slope / (view.squares[text &* view.blocks &+ block] + slack)
            // Skipping tiny updates saves a pass over the text's features.
            let next = target.replacing(with: 0, where: target .< 0)
                .replacing(with: alpha, where: (pull .< updateThreshold) .& (pull .> -updateThreshold))
            alphas[text &* view.blocks &+ block] = next
            let delta = (next - alpha) * sign
            deltas[block] = delta
            if any(delta .!= 0) { moves = true }
        }
        if moves { move(range) }
    }

    /// Returns the dot product of a text's values and weights. Four partial sums shorten the dependency
    /// chain.
    @inline(__always)
    private func product(_ range: Range<Int>, _ block: Int) -> Lanes {
        var sums = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
        var index = range.lowerBound
        while index &+ 4 <= range.upperBound {
            sums.0 += weight(index, block) * view.values[index]
            sums.1 += weight(index &+ 1, block) * view.values[index &+ 1]
            sums.2 += weight(index &+ 2, block) * view.values[index &+ 2]
            sums.3 += weight(index &+ 3, block) * view.values[index &+ 3]
            index &+= 4
        }
        while index < range.upperBound {
            sums.0 += weight(index, block) * view.values[index]
            index &+= 1
        }
        return (sums.0 + sums.1) + (sums.2 + sums.3)
    }

    @inline(__always)
    private func weight(_ index: Int, _ block: Int) -> Lanes {
        weights[2 &* (Int(view.features[index]) &* view.blocks &+ block)]
    }

    @inline(__always)
    private func move(_ range: Range<Int>) {
        for block in 0..<view.blocks {
            let delta = deltas[block]
            bias[block] += delta
            for index in range {
                let offset = 2 &* (Int(view.features[index]) &* view.blocks &+ block)
                weights[offset] += weights[offset &+ 1] * (delta * view.values[index])
            }
        }
    }
}
