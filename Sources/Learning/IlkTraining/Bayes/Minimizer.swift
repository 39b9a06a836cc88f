/// Minimizes a smooth convex function by L-BFGS (D. C. Liu and J. Nocedal 1989) with a backtracking line
/// search.
///
/// The search is deterministic. The approximation of the Hessian is kept for the next search. A next search
/// is therefore fast if it starts near the result of this search and minimizes a similar function.
struct Minimizer {
    /// The greatest and the least number of past steps in the approximation of the Hessian. A step takes little time
    /// compared with an evaluation, so many are kept, except of points with many components.
    private static let (mostSteps, fewestSteps) = (40, 10)
    /// The greatest number of components of all steps, above the least number of steps.
    private static let mostComponents = 500_000
    private static let iterations = 150
    /// The search ends if no component of the gradient exceeds this value.
    private static let tolerance = 1e-5
    /// The search ends if a step decreases the value by less than this share.
    private static let leastGain = 5e-7

    private var steps: [[Double]] = []
    private var changes: [[Double]] = []

    /// Returns the point at which the search ends. `evaluate` writes the gradient at a point and returns the
    /// value.
    mutating func minimize(
        from start: [Double], _ evaluate: (_ point: [Double], _ gradient: inout [Double]) throws -> Double
    ) rethrows -> [Double] {
        var point = start
        var gradient = [Double](repeating: 0, count: start.count)
        var value = try evaluate(point, &gradient)
        for _ in 0..<Self.iterations {
            if (gradient.lazy.map(abs).max() ?? 0) < Self.tolerance { break }
            let direction = direction(gradient)
            let slope = Self.dot(direction, gradient)
            guard slope < 0 else { break }
            var next = point
            var nextGradient = gradient
            var size = steps.isEmpty ? min(1, 1 / max(Self.norm(gradient), 1e-12)) : 1.0
            var nextValue = Double.infinity
            for _ in 0..<30 {
                for index in point.indices { next[index] = point[index] + size * direction[index] }
                nextValue = try evaluate(next, &nextGradient)
                if nextValue <= value + 1e-4 * size * slope { break }
                size *= 0.5
            }
            guard nextValue < value else { break }
            remember(point, next, gradient, nextGradient)
            let gain = value - nextValue
            (point, gradient, value) = (next, nextGradient, nextValue)
            if gain < Self.leastGain * abs(value) { break }
        }
        return point
    }

    private mutating func remember(
        _ point: [Double], _ next: [Double], _ gradient: [Double], _ nextGradient: [Double]
    ) {
        let step = zip(next, point).map { $0 - $1 }
        let change = zip(nextGradient, gradient).map { $0 - $1 }
        guard Self.dot(step, change) > 1e-12 else { return }
        steps.append(step)
        changes.append(change)
        if steps.count > max(Self.fewestSteps, min(Self.mostSteps, Self.mostComponents / step.count)) {
            steps.removeFirst()
            changes.removeFirst()
        }
    }

    /// Returns the search direction by the L-BFGS two-loop recursion.
    private func direction(_ gradient: [Double]) -> [Double] {
        var direction = gradient.map { -$0 }
        var alphas = [Double](repeating: 0, count: steps.count)
        for index in steps.indices.reversed() {
            let alpha = Self.dot(steps[index], direction) / Self.dot(steps[index], changes[index])
            alphas[index] = alpha
            Self.add(-alpha, changes[index], to: &direction)
        }
        if let step = steps.last, let change = changes.last {
            let scale = Self.dot(step, change) / Self.dot(change, change)
            for index in direction.indices { direction[index] *= scale }
        }
        for index in steps.indices {
            let beta = Self.dot(changes[index], direction) / Self.dot(steps[index], changes[index])
            Self.add(alphas[index] - beta, steps[index], to: &direction)
        }
        return direction
    }

    private static func dot(_ left: [Double], _ right: [Double]) -> Double {
        var sum = 0.0
        for index in left.indices { sum += left[index] * right[index] }
        return sum
    }

    private static func norm(_ vector: [Double]) -> Double {
        dot(vector, vector).squareRoot()
    }

    private static func add(_ factor: Double, _ vector: [Double], to sum: inout [Double]) {
        for index in sum.indices { sum[index] += factor * vector[index] }
    }
}
