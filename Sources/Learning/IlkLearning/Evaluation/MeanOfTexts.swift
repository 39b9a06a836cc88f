/// The mean of a value over texts.
public struct MeanOfTexts: Sendable, Hashable, Codable {
    /// How many texts it is of.
    public var texts = 0
    /// Their values added up.
    public var sum = 0.0
    /// The squares of their values added up.
    public var squares = 0.0

    /// Of no texts.
    public init() {}

    /// Takes a text's value.
    public mutating func add(_ value: Double) {
        texts += 1
        sum += value
        squares += value * value
    }

    /// Adds the values of other texts.
    mutating func merge(_ other: MeanOfTexts) {
        texts += other.texts
        sum += other.sum
        squares += other.squares
    }

    /// The mean; 0 of no texts.
    public var mean: Double { texts == 0 ? 0 : sum / Double(texts) }

    /// The variance of the mean; 0 of fewer than two texts.
    public var varianceOfMean: Double {
        guard texts > 1 else { return 0 }
        let count = Double(texts)
        return max(0, squares / count - mean * mean) / (count - 1)
    }

    /// Below this the true mean lies with a probability of at most 5 %: Student's t of the values, one-sided.
    /// -1 of fewer than two texts.
    public var lowerBound: Double {
        guard texts > 1 else { return -1 }
        let freedom = Double(texts - 1)
        let variance = max(0, squares - sum * mean) / freedom
        return max(-1, mean - Self.quantile(freedom) * (variance / Double(texts)).squareRoot())
    }

    /// The 95 % quantile of Student's t by its expansion about the normal one (M. Abramowitz and I. Stegun, 26.7.5): within
    /// 0.01 from five degrees of freedom on.
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
