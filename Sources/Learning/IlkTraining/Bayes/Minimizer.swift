/// Minimizes a smooth convex function by L-BFGS (D. C. Liu and J. Nocedal 1989) with a backtracking line
/// search.
///
/// It is deterministic.
struct Minimizer {
    /// The number of past steps in the approximation of the Hessian.
    var memory = 10
    var iterations = 150
    /// The search ends if no component of the gradient is larger.
    var tolerance = 1e-5

    /// Returns the end of the search. `evaluate` writes the gradient at a point and returns the value.
    func minimize(
        from start: [Double], _ evaluate: (_ point: [Double], _ gradient: inout [Double]) throws -> Double
    ) rethrows -> [Double] {
        var point = start
        var gradient = [Double](repeating: 0, count: start.count)
        var value = try evaluate(point, &gradient)
        var steps: [[Double]] = []
        var changes: [[Double]] = []
        for _ in 0..<iterations {
            if (gradient.lazy.map(abs).max() ?? 0) < tolerance { break }
            let direction = Self.direction(gradient, steps, changes)
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
            remember(point, next, gradient, nextGradient, &steps, &changes)
            let gain = value - nextValue
            (point, gradient, value) = (next, nextGradient, nextValue)
            if gain < 1e-9 * abs(value) { break }
        }
        return point
    }

    private func remember(
        _ point: [Double], _ next: [Double], _ gradient: [Double], _ nextGradient: [Double],
        _ steps: inout [[Double]], _ changes: inout [[Double]]
    ) {
        let step = zip(next, point).map { $0 - $1 }
        let change = zip(nextGradient, gradient).map { $0 - $1 }
        guard Self.dot(step, change) > 1e-12 else { return }
        steps.append(step)
        changes.append(change)
        if steps.count > memory {
            steps.removeFirst()
            changes.removeFirst()
        }
    }

    /// Returns the search direction by the L-BFGS two-loop recursion.
    private static func direction(_ gradient: [Double], _ steps: [[Double]], _ changes: [[Double]])
        -> [Double]
    {
        var direction = gradient.map { -$0 }
        var alphas = [Double](repeating: 0, count: steps.count)
        for index in steps.indices.reversed() {
            let alpha = dot(steps[index], direction) / dot(steps[index], changes[index])
            alphas[index] = alpha
            add(-alpha, changes[index], to: &direction)
        }
        if let step = steps.last, let change = changes.last {
            let scale = dot(step, change) / dot(change, change)
            for index in direction.indices { direction[index] *= scale }
        }
        for index in steps.indices {
            let beta = dot(changes[index], direction) / dot(steps[index], changes[index])
            add(alphas[index] - beta, steps[index], to: &direction)
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
