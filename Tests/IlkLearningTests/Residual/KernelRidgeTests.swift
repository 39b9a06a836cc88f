import TestSupport
import Testing

@testable import IlkTraining

@Suite("Kernel ridge regression") struct KernelRidgeTests {
    /// Random sparse rows. More than two blocks of the Cholesky factorization, and no multiple of eight.
    private static func rows(_ count: Int, columns: Int, seed: UInt64) -> [KernelRidge.Row] {
        var dice = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let features = Set((0..<6).map { _ in UInt32.random(in: 0..<20, using: &dice) }).sorted()
            return KernelRidge.Row(
                features: features,
                values: features.map { _ in Double.random(in: -1...1, using: &dice) },
                target: (0..<columns).map { _ in Double.random(in: -1...1, using: &dice) },
                noise: Double.random(in: 0.1...2, using: &dice))
        }
    }

    private static let width = 20

    private static func dense(_ row: KernelRidge.Row) -> [Double] {
        var dense = [Double](repeating: 0, count: width)
        for (feature, value) in zip(row.features, row.values) { dense[Int(feature)] = value }
        return dense
    }

    /// The weights by feature and column.
    private static func primal(_ rows: [KernelRidge.Row], _ fit: KernelRidge, columns: Int) -> [[Double]] {
        var weights = [[Double]](repeating: [Double](repeating: 0, count: columns), count: width)
        for (place, row) in rows.enumerated() {
            for (feature, value) in zip(row.features, row.values) {
                for column in 0..<columns {
                    weights[Int(feature)][column] += fit.weights[place * columns + column] * value
                }
            }
        }
        return weights
    }

    /// Solves (XᵀN⁻¹X + I) V = XᵀN⁻¹T by Gaussian elimination.
    private static func solved(_ rows: [KernelRidge.Row], columns: Int) -> [[Double]] {
        var system = (0..<width).map { place in
            (0..<width + columns).map { $0 == place ? 1.0 : 0.0 }
        }
        for row in rows {
            let values = dense(row)
            for left in 0..<width {
                for right in 0..<width { system[left][right] += values[left] * values[right] / row.noise }
                for column in 0..<columns {
                    system[left][width + column] += values[left] * row.target[column] / row.noise
                }
            }
        }
        for pivot in 0..<width {
            for other in 0..<width where other != pivot {
                let factor = system[other][pivot] / system[pivot][pivot]
                for column in pivot..<width + columns {
                    system[other][column] -= factor * system[pivot][column]
                }
            }
        }
        return (0..<width).map { row in
            (0..<columns).map { system[row][width + $0] / system[row][row] }
        }
    }

    @Test(arguments: [(1, 1), (7, 2), (64, 1), (141, 3)])
    func `the weights equal those of a dense solver`(count: Int, columns: Int) {
        let rows = Self.rows(count, columns: columns, seed: UInt64(count))
        let fit = KernelRidge(rows, width: Self.width, columns: columns)
        let (found, expected) = (
            Self.primal(rows, fit, columns: columns), Self.solved(rows, columns: columns)
        )
        for (left, right) in zip(found.joined(), expected.joined()) { #expect(abs(left - right) < 1e-9) }
    }

    @Test func `the residual of a row without itself equals that of a fit without it`() {
        let rows = Self.rows(141, columns: 2, seed: 9)
        let fit = KernelRidge(rows, width: Self.width, columns: 2)
        for place in [0, 1, 63, 64, 100, 140] {
            var rest = rows
            let row = rest.remove(at: place)
            let other = KernelRidge(rest, width: Self.width, columns: 2)
            let weights = Self.primal(rest, other, columns: 2)
            for column in 0..<2 {
                let answer = zip(Self.dense(row), weights).reduce(0) { $0 + $1.0 * $1.1[column] }
                #expect(abs(row.target[column] - answer - fit.leftOut[place * 2 + column]) < 1e-9)
            }
        }
    }

    @Test func `no rows give no weights`() {
        let fit = KernelRidge([], width: Self.width, columns: 2)
        #expect(fit.weights.isEmpty && fit.leftOut.isEmpty)
    }
}
