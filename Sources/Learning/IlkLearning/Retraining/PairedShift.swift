/// How much more probable one classifier finds the right category than another, text by text.
///
/// Of few hundred texts hardly any changes sides between two models that are much alike, and right and wrong alone say
/// little of them: of 325 texts without a change the interval still reaches half a point. The probability that is given to
/// what is right moves with each text, and its mean is the share that is right of one who draws by these probabilities.
public struct PairedShift: Sendable, Hashable, Codable {
    /// How many texts there were.
    public private(set) var texts = 0
    /// The sum of the differences, second less first.
    public private(set) var sum = 0.0
    /// The sum of their squares.
    public private(set) var squares = 0.0

    /// Of no texts.
    public init() {}

    /// Counts one text.
    ///
    /// - Parameters:
    ///   - first: The probability that the first gives to the right category, 0 ... 1.
    ///   - second: The same of the second.
    public mutating func add(first: Double, second: Double) {
        texts += 1
        sum += second - first
        squares += (second - first) * (second - first)
    }

    /// The mean difference, -1 ... 1; 0 of no texts.
    public var mean: Double { texts == 0 ? 0 : sum / Double(texts) }

    /// Below this the true mean lies with a probability of at most 5 %: Student's t of the paired differences, one-sided.
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
