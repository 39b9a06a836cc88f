/// Ridge regression in its kernel form, with the exact leave-one-out residual of each row.
///
/// It minimizes Σ |tᵢ - xᵢV|² / nᵢ + |V|² for rows xᵢ with targets tᵢ and noises nᵢ. With K = XXᵀ and A = K +
/// diag(n), the solution is V = Xᵀα for α = A⁻¹T (kernel ridge regression: C. Saunders, A. Gammerman and V.
/// Vovk 1998). The residual of a row that is left out of the fit is αᵢ / (A⁻¹)ᵢᵢ (R. D. Cook and S. Weisberg,
/// "Residuals and Influence in Regression", 1982; G. Cawley and N. Talbot, Neural Networks 17, 2004).
///
/// One thread computes all sums in a fixed order, so equal rows give bit-identical results.
struct KernelRidge {
    struct Row {
        /// The features, ascending.
        var features: [UInt32]
        /// The value of each feature.
        var values: [Double]
        /// The targets, one for each column.
        var target: [Double]
        /// The noise, above 0. A row of weight *w* has 1/*w* of the noise.
        var noise: Double
    }

    /// The weights α by row and column.
    private(set) var weights: [Double]
    /// The leave-one-out residuals, by row and column.
    private(set) var leftOut: [Double]

    /// Fits the rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - width: The number of features.
    ///   - columns: The number of targets of each row.
    /// - Complexity: O(*n*² · (*n* + *f* + *c*)) for *n* rows of *f* features and *c* columns; memory for
    ///   *n*² numbers.
    init(_ rows: [Row], width: Int, columns: Int) {
        let count = rows.count
        weights = rows.flatMap(\.target)
        leftOut = []
        guard count > 0 else { return }
        var matrix = Self.gram(rows, width: width)
        matrix.withUnsafeMutableBufferPointer { matrix in
            guard let base = matrix.baseAddress else { return }
            Self.factor(base, count)
            Self.solve(base, count, &weights, columns)
            let diagonal = Self.inverseDiagonal(base, count)
            leftOut = weights.indices.map { weights[$0] / diagonal[$0 / columns] }
        }
    }

    /// Returns the lower triangle of A, by row.
    private static func gram(_ rows: [Row], width: Int) -> [Double] {
        let count = rows.count
        var matrix = [Double](repeating: 0, count: count * count)
        // The rows with each feature, ascending, up to the current row.
        var lists = [[(row: Int, value: Double)]](repeating: [], count: width)
        matrix.withUnsafeMutableBufferPointer { matrix in
            for (place, row) in rows.enumerated() {
                let line = place * count
                for (feature, value) in zip(row.features, row.values) {
                    lists[Int(feature)].append((place, value))
                    for other in lists[Int(feature)] { matrix[line + other.row] += value * other.value }
                }
                matrix[line + place] += row.noise
            }
        }
        return matrix
    }

    private typealias Numbers = UnsafeMutablePointer<Double>

    /// The number of columns that are eliminated at once. They fit into the cache for all rows.
    private static let block = 64

    /// Replaces the lower triangle of a positive definite matrix by its Cholesky factor, block by block.
    private static func factor(_ matrix: Numbers, _ count: Int) {
        // A copy of the columns, because rows of the matrix are far apart in memory.
        let panel = Numbers.allocate(capacity: count * block)
        defer { panel.deallocate() }
        for start in stride(from: 0, to: count, by: block) {
            let end = min(count, start + block)
            for column in start..<end {
                let own = matrix + (column * count + start)
                let pivot = (own[column - start] - dot(own, own, column - start)).squareRoot()
                own[column - start] = pivot
                for row in column + 1..<count {
                    let other = matrix + (row * count + start)
                    other[column - start] = (other[column - start] - dot(other, own, column - start)) / pivot
                }
            }
            for row in end..<count {
                (panel + row * block).update(from: matrix + (row * count + start), count: end - start)
                for column in end...row {
                    matrix[row * count + column] -= dot(
                        panel + row * block, panel + column * block, end - start)
                }
            }
        }
    }

    /// Returns a scalar product. Eight sums are independent, so that the processor computes them in parallel.
    @inline(__always)
    private static func dot(_ left: Numbers, _ right: Numbers, _ count: Int) -> Double {
        var sums = SIMD8<Double>(repeating: 0)
        var index = 0
        while index + 8 <= count {
            sums +=
                UnsafeRawPointer(left + index).loadUnaligned(as: SIMD8<Double>.self)
                * UnsafeRawPointer(right + index).loadUnaligned(as: SIMD8<Double>.self)
            index += 8
        }
        let four = sums.lowHalf + sums.highHalf
        let two = four.lowHalf + four.highHalf
        var sum = two[0] + two[1]
        while index < count {
            sum += left[index] * right[index]
            index += 1
        }
        return sum
    }

    /// Solves A α = T by forward and backward substitution.
    private static func solve(_ factor: Numbers, _ count: Int, _ targets: inout [Double], _ columns: Int) {
        for row in 0..<count {
            let line = factor + row * count
            for column in 0..<columns {
                var value = targets[row * columns + column]
                for other in 0..<row { value -= line[other] * targets[other * columns + column] }
                targets[row * columns + column] = value / line[row]
            }
        }
        for row in stride(from: count - 1, through: 0, by: -1) {
            let line = factor + row * count
            for column in 0..<columns {
                let value = targets[row * columns + column] / line[row]
                targets[row * columns + column] = value
                for other in 0..<row { targets[other * columns + column] -= line[other] * value }
            }
        }
    }

    /// Returns the diagonal of A⁻¹: the squared norms of the columns of the inverse factor, eight columns at
    /// once.
    private static func inverseDiagonal(_ factor: Numbers, _ count: Int) -> [Double] {
        var diagonal: [Double] = []
        diagonal.reserveCapacity(count + 8)
        var columns = [SIMD8<Double>](repeating: SIMD8(repeating: 0), count: count)
        for first in stride(from: 0, to: count, by: 8) {
            var squares = SIMD8<Double>(repeating: 0)
            columns.withUnsafeMutableBufferPointer { columns in
                for row in first..<count {
                    var value = SIMD8<Double>(repeating: 0)
                    if row < first + 8 { value[row - first] = 1 }
                    let line = factor + row * count
                    for other in first..<row { value -= columns[other] * line[other] }
                    columns[row] = value / line[row]
                    squares += columns[row] * columns[row]
                }
            }
            for lane in 0..<min(8, count - first) { diagonal.append(squares[lane]) }
        }
        return diagonal
    }
}
