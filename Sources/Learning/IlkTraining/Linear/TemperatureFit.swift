import Glibc
import IlkModels

/// Fits the inverse temperature of the softmax to held-out scores (temperature scaling, C. Guo et al. 2017).
package struct TemperatureFit {
    private(set) var labels: [Int] = []
    private var weights: [Double] = []
    private var scores: [Float] = []
    private let categories: Int

    package init(categories: Int) {
        self.categories = categories
    }

    package mutating func add(_ row: [Float], label: Int, weight: Double) {
        labels.append(label)
        weights.append(weight)
        scores.append(contentsOf: row)
    }

    func scores(of text: Int) -> ArraySlice<Float> { scores[text * categories..<(text + 1) * categories] }

    var accuracy: Double {
        guard !labels.isEmpty else { return 0 }
        var right = 0
        for text in labels.indices {
            let row = scores[text * categories..<(text + 1) * categories]
            var best = row.startIndex
            for index in row.indices where row[index] > row[best] { best = index }
            if best - row.startIndex == labels[text] { right += 1 }
        }
        return Double(right) / Double(labels.count)
    }

    /// Returns the calibration curve with the smallest log loss, by grid search over its bend.
    func solveCurve() -> CalibrationCurve {
        var best = CalibrationCurve(sharpness: 1, bend: 0)
        var least = Double.infinity
        for bend in stride(from: 0, through: 0.4, by: 0.05) {
            var bent = self
            let unit = CalibrationCurve(sharpness: 1, bend: bend)
            for index in scores.indices {
                bent.scores[index] += Float(unit.correction(ofSharpened: Double(scores[index])))
            }
            let (sharpness, loss) = bent.solve()
            if loss < least { (best, least) = (CalibrationCurve(sharpness: sharpness, bend: bend), loss) }
        }
        return best
    }

    /// Returns the inverse temperature with the smallest log loss, and that loss.
    package func solve() -> (sharpness: Double, loss: Double) {
        // Golden-section search on the logarithm. The loss is convex in the inverse temperature.
        let ratio = (5.0.squareRoot() - 1) / 2
        var (lower, upper) = (log(0.05), log(60.0))
        var (left, right) = (upper - ratio * (upper - lower), lower + ratio * (upper - lower))
        var (lossLeft, lossRight) = (loss(at: exp(left)), loss(at: exp(right)))
        for _ in 0..<24 {
            if lossLeft <= lossRight {
                (upper, right, lossRight) = (right, left, lossLeft)
                left = upper - ratio * (upper - lower)
                lossLeft = loss(at: exp(left))
            } else {
                (lower, left, lossLeft) = (left, right, lossRight)
                right = lower + ratio * (upper - lower)
                lossRight = loss(at: exp(right))
            }
        }
        let sharpness = exp((lower + upper) / 2)
        return (sharpness, loss(at: sharpness))
    }

    private func loss(at sharpness: Double) -> Double {
        var sum = 0.0
        var total = 0.0
        let factor = Float(sharpness)
        scores.withUnsafeBufferPointer { scores in
            for text in labels.indices {
                let start = text * categories
                var top = -Float.infinity
                for index in start..<start + categories { top = max(top, scores[index] * factor) }
                var exponentials: Float = 0
                for index in start..<start + categories { exponentials += expf(scores[index] * factor - top) }
                let own = scores[start + labels[text]] * factor
                sum += weights[text] * Double(logf(exponentials) + top - own)
                total += weights[text]
            }
        }
        return total > 0 ? sum / total : 0
    }
}
