import IlkModels

/// The quantization of weights to signed bytes, for ``WeightBuckets``.
enum ByteWeights {
    /// The largest quantized weight.
    static let greatest: Float = 127

    /// Returns the unit with the least squared quantization error.
    ///
    /// Few weights are about as large as the largest. Clipping these weights leaves more resolution for the
    /// other weights.
    ///
    /// - Parameters:
    ///   - weights: The weights by feature and label.
    ///   - labels: The number of labels.
    static func unit(of weights: ArraySlice<Float>, labels: Int) -> Float {
        let largest = weights.reduce(0) { max($0, abs($1)) }
        let first = (largest > 0 ? largest : 1) / greatest
        var best = (unit: first, error: Float.infinity)
        for share: Float in [1, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12] {
            let unit = first * share
            var error: Float = 0
            for row in stride(from: weights.startIndex, to: weights.endIndex, by: labels) {
                var sum: Float = 0
                for index in row..<row + labels {
                    let weight = weights[index]
                    let off = weight - whole(weight, unit) * unit
                    sum += off * off
                }
                error += sum
            }
            if error < best.error { best = (unit, error) }
        }
        return best.unit
    }

    /// Divides a weight by the unit, rounds the result, and clips it to `-greatest ... greatest`.
    static func whole(_ weight: Float, _ unit: Float, greatest: Float = Self.greatest) -> Float {
        max(-greatest, min(greatest, (weight / unit).rounded()))
    }
}
