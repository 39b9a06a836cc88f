/// The constant input of a fit: the feature values of the texts, and the scale of each weight.
struct LinearProblem<Lanes: SIMD> where Lanes.Scalar == Float {
    let rows: LinearRows
    /// The rows used for training.
    let learned: [Int]
    let ratios: LogCountRatios<Lanes>
    /// The value of each feature of each row: its count, multiplied by the group weight and the length
    /// factor.
    let values: [Float]
    /// 1 in the lanes of categories with texts, else 0.
    let active: [Lanes]
    /// The scaled squared norm of each training row, by category. The constant counts as a feature with the
    /// value 1.
    let squares: [Lanes]

    var blocks: Int { ratios.blocks }

    init(_ rows: LinearRows, learned: [Int], smoothing: Double) {
        let ratios = LogCountRatios<Lanes>(rows, learned, smoothing: smoothing)
        self.rows = rows
        self.ratios = ratios
        self.learned = learned
        values = Self.values(rows, ratios.groupWeights)
        active = Self.active(rows, learned, ratios.blocks)
        squares = Self.squares(rows, learned, values, ratios)
    }

    private static func values(_ rows: LinearRows, _ groupWeights: [Float]) -> [Float] {
        var values = rows.counts
        for row in 0..<rows.count {
            for (place, range) in rows.ranges(of: row).enumerated() {
                let scale = groupWeights[place] * rows.lengthScales[row * rows.featureGroups.count + place]
                for index in range { values[index] *= scale }
            }
        }
        return values
    }

    private static func active(_ rows: LinearRows, _ learned: [Int], _ blocks: Int) -> [Lanes] {
        var active = [Lanes](repeating: .zero, count: blocks)
        for row in learned {
            for label in rows.labels(of: row) {
                let (block, lane) = label.quotientAndRemainder(dividingBy: Lanes.scalarCount)
                active[block][lane] = 1
            }
        }
        return active
    }

    private static func squares(
        _ rows: LinearRows, _ learned: [Int], _ values: [Float], _ ratios: LogCountRatios<Lanes>
    ) -> [Lanes] {
        var squares: [Lanes] = []
        squares.reserveCapacity(learned.count * ratios.blocks)
        for row in learned {
            for block in 0..<ratios.blocks {
                var sum = Lanes(repeating: 1)
                for index in rows.starts[row]..<rows.starts[row + 1] {
                    let reach = ratios.squaredRatios[Int(rows.features[index]) * ratios.blocks + block]
                    sum += reach * (values[index] * values[index])
                }
                squares.append(sum)
            }
        }
        return squares
    }
}
