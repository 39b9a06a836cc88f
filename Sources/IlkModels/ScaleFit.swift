import Glibc

/// Fits the scales by multinomial logistic regression on the scores of signals and families.
///
/// The loss is the weighted log loss of the texts plus `scalePull` times the squared distance of each signal's common
/// scale from the centre, plus `categoryPull` times the squared distances of its categories' scales from the common one.
struct ScaleFit {
    private let signals: Int
    private let families: [FeatureFamily]
    private let categories: Int
    private let settings: BayesSettings
    /// Scores: text by text, part by part (signals, then families), category by category.
    private var scores: [Float] = []
    private var labels: [Int] = []
    private var weights: [Double] = []

    private var parts: Int { signals + families.count }

    init(signals: Int, families: [FeatureFamily], categories: Int, settings: BayesSettings) {
        self.signals = signals
        self.families = families
        self.categories = categories
        self.settings = settings
    }

    mutating func begin(category: Int, weight: Double) {
        labels.append(category)
        weights.append(weight)
    }

    /// Adds the scores of the next part of the text that was begun last.
    mutating func add(_ row: [Double]) {
        for score in row { scores.append(Float(score)) }
    }

    func solve() -> BayesScales {
        var result = BayesScales(uniform: settings.scaleCentre, signals: signals, categories: categories)
        guard !labels.isEmpty, categories > 1, parts > 0 else { return result }
        // The parameters: a common scale a part, then each category's distance from it.
        var start = [Double](repeating: 0, count: parts * (1 + categories))
        for part in 0..<parts { start[part] = settings.scaleCentre }
        let solution = Minimizer().minimize(from: start) { point, gradient in loss(at: point, &gradient) }
        for part in 0..<parts {
            let row = (0..<categories).map { solution[part] + solution[parts + part * categories + $0] }
            if part < signals {
                result.signals[part] = row
            } else {
                result.families[families[part - signals].rawValue] = row
            }
        }
        return result
    }

    private func loss(at point: [Double], _ gradient: inout [Double]) -> Double {
        let scales = (0..<parts * categories).map { Float(point[$0 / categories] + point[parts + $0]) }
        var slopes = [Float](repeating: 0, count: parts * categories)
        var value = 0.0
        let width = parts * categories
        scores.withUnsafeBufferPointer { scores in
            scales.withUnsafeBufferPointer { scales in
                slopes.withUnsafeMutableBufferPointer { slopes in
                    withUnsafeTemporaryAllocation(of: Float.self, capacity: categories) { residual in
                        for text in labels.indices {
                            let row = UnsafeBufferPointer(rebasing: scores[text * width..<(text + 1) * width])
                            value += descend(row, scales, slopes, residual, labels[text], weights[text])
                        }
                    }
                }
            }
        }
        return value + pull(at: point, slopes, &gradient)
    }

    /// Adds one text's part of the gradient and returns its part of the loss.
    private func descend(
        _ row: UnsafeBufferPointer<Float>, _ scales: UnsafeBufferPointer<Float>,
        _ slopes: UnsafeMutableBufferPointer<Float>, _ residual: UnsafeMutableBufferPointer<Float>,
        _ label: Int,
        _ weight: Double
    ) -> Double {
        for category in 0..<categories { residual[category] = 0 }
        var index = 0
        for _ in 0..<parts {
            for category in 0..<categories {
                residual[category] += row[index] * scales[index]
                index += 1
            }
        }
        var top = -Float.infinity
        for category in 0..<categories where residual[category] > top { top = residual[category] }
        let own = residual[label]
        var sum: Float = 0
        for category in 0..<categories {
            residual[category] = expf(residual[category] - top)
            sum += residual[category]
        }
        let factor = Float(weight)
        for category in 0..<categories { residual[category] = residual[category] / sum * factor }
        residual[label] -= factor
        index = 0
        for _ in 0..<parts {
            for category in 0..<categories {
                slopes[index] += row[index] * residual[category]
                index += 1
            }
        }
        return weight * Double(logf(sum) + top - own)
    }

    private func pull(at point: [Double], _ slopes: [Float], _ gradient: inout [Double]) -> Double {
        var value = 0.0
        for part in 0..<parts {
            let distance = point[part] - settings.scaleCentre
            value += settings.scalePull * distance * distance
            gradient[part] = 2 * settings.scalePull * distance
            for category in 0..<categories {
                let own = parts + part * categories + category
                let slope = Double(slopes[part * categories + category])
                gradient[part] += slope
                gradient[own] = slope + 2 * settings.categoryPull * point[own]
                value += settings.categoryPull * point[own] * point[own]
            }
        }
        return value
    }
}
