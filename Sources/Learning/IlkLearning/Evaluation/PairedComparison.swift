import Glibc
import IlkVocabulary

/// Two classifiers compared on the same texts with McNemar's exact test.
///
/// Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
/// Psychometrika 12 (1947). The test uses only the texts that exactly one of the two classifiers predicts
/// correctly.
public struct PairedComparison: Sendable, Hashable, Codable {
    /// The number of texts that both classifiers predict correctly.
    public var bothRight = 0
    /// The number of texts that only the first classifier predicts correctly.
    public var onlyFirstRight = 0
    /// The number of texts that only the second classifier predicts correctly.
    public var onlySecondRight = 0
    /// The number of texts that both classifiers predict incorrectly.
    public var bothWrong = 0

    /// Creates a comparison that contains no text yet.
    public init() {}

    /// Counts one text.
    ///
    /// - Parameters:
    ///   - firstIsRight: `true` if the first classifier is correct.
    ///   - secondIsRight: `true` if the second classifier is correct.
    public mutating func add(firstIsRight: Bool, secondIsRight: Bool) {
        switch (firstIsRight, secondIsRight) {
        case (true, true): bothRight += 1
        case (true, false): onlyFirstRight += 1
        case (false, true): onlySecondRight += 1
        case (false, false): bothWrong += 1
        }
    }

    /// The number of texts.
    public var texts: Int { bothRight + onlyFirstRight + onlySecondRight + bothWrong }

    /// The accuracy of the second minus the accuracy of the first, -1 ... 1. It is 0 without texts.
    public var difference: Double {
        texts == 0 ? 0 : Double(onlySecondRight - onlyFirstRight) / Double(texts)
    }

    /// The 95 % confidence interval of the difference in accuracy.
    ///
    /// Adjusted Wald interval with half a text added to each of the four counts (A. Agresti and Y. Min,
    /// "Simple improved confidence intervals for comparing matched proportions", Statistics in Medicine 24,
    /// 2005).
    public var differenceInterval: ConfidenceInterval {
        let first = Double(onlyFirstRight) + 0.5
        let second = Double(onlySecondRight) + 0.5
        let count = Double(texts) + 2
        let middle = (second - first) / count
        let variance = max(0, first + second - (second - first) * (second - first) / count)
        let reach = 1.959_964 * variance.squareRoot() / count
        return ConfidenceInterval(lower: max(-1, middle - reach), upper: min(1, middle + reach))
    }

    /// The two-sided *p*-value of McNemar's exact test, 0 ... 1. It is 1 if the classifiers do not differ.
    public var pValue: Double {
        let differing = onlyFirstRight + onlySecondRight
        guard differing > 0 else { return 1 }
        let fewer = BinomialProportion(events: min(onlyFirstRight, onlySecondRight), trials: differing)
        return min(1, 2 * fewer.cumulative(probability: 0.5))
    }

    /// Encodes the four counts, the difference, its interval and the *p*-value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        for (name, count) in [
            ("bothRight", bothRight), ("onlyFirstRight", onlyFirstRight),
            ("onlySecondRight", onlySecondRight), ("bothWrong", bothWrong),
        ] {
            try container.encode(count, forKey: FieldName(name))
        }
        try container.encode(difference, forKey: FieldName("difference"))
        try container.encode(differenceInterval, forKey: FieldName("differenceInterval"))
        try container.encode(pValue, forKey: FieldName("pValue"))
    }
}
