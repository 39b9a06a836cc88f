/// The mean of a value over texts, with its variance.
public struct MeanOfTexts: Sendable, Hashable, Codable {
    /// The number of texts.
    public var texts = 0
    /// The sum of the values.
    public var sum = 0.0
    /// The sum of the squared values.
    public var squares = 0.0

    /// Creates the mean of no texts.
    public init() {}

    /// Adds the value of one text.
    ///
    /// - Parameter value: The value of the text.
    public mutating func add(_ value: Double) {
        texts += 1
        sum += value
        squares += value * value
    }

    mutating func merge(_ other: MeanOfTexts) {
        texts += other.texts
        sum += other.sum
        squares += other.squares
    }

    /// The mean. It is 0 without texts.
    public var mean: Double { texts == 0 ? 0 : sum / Double(texts) }

    /// The estimated variance of the mean. It is 0 with fewer than two texts.
    public var varianceOfMean: Double {
        guard texts > 1 else { return 0 }
        let count = Double(texts)
        return max(0, squares / count - mean * mean) / (count - 1)
    }

    /// The one-sided 95 % lower confidence bound of the mean (Student's *t*), at least -1. It is -1 with
    /// fewer than two texts.
    public var lowerBound: Double {
        guard texts > 1 else { return -1 }
        let freedom = Double(texts - 1)
        let variance = max(0, squares - sum * mean) / freedom
        return max(-1, mean - Self.quantile(freedom) * (variance / Double(texts)).squareRoot())
    }

    /// Returns the 95 % quantile of Student's *t* by its expansion about the normal quantile (M. Abramowitz
    /// and I. A. Stegun, 26.7.5). The error is below 0.01 from five degrees of freedom.
    private static func quantile(_ freedom: Double) -> Double {
        let z = PairedComparison.oneSided
        let square = z * z
        let terms = [
            z * (square + 1) / 4,
            z * ((5 * square + 16) * square + 3) / 96,
            z * (((3 * square + 19) * square + 17) * square - 15) / 384,
        ]
        return z + terms[0] / freedom + terms[1] / (freedom * freedom)
            + terms[2] / (freedom * freedom * freedom)
    }
}
