import Glibc
import IlkVocabulary

/// Two classifiers on the same texts: where they differ, and whether that could be chance.
///
/// The exact form of the test by Q. McNemar, "Note on the sampling error of the difference between correlated
/// proportions or percentages", Psychometrika 12 (1947): only the texts count that one has right and the other wrong.
public struct PairedComparison: Sendable, Hashable, Codable {
    /// Texts that both have right.
    public var bothRight = 0
    /// Texts that only the first has right.
    public var onlyFirstRight = 0
    /// Texts that only the second has right.
    public var onlySecondRight = 0
    /// Texts that both have wrong.
    public var bothWrong = 0

    /// Of no texts.
    public init() {}

    /// Counts one text.
    public mutating func add(firstIsRight: Bool, secondIsRight: Bool) {
        switch (firstIsRight, secondIsRight) {
        case (true, true): bothRight += 1
        case (true, false): onlyFirstRight += 1
        case (false, true): onlySecondRight += 1
        case (false, false): bothWrong += 1
        }
    }

    /// How many texts there were.
    public var texts: Int { bothRight + onlyFirstRight + onlySecondRight + bothWrong }

    /// The accuracy of the second less that of the first, -1 ... 1; 0 of no texts.
    public var difference: Double {
        texts == 0 ? 0 : Double(onlySecondRight - onlyFirstRight) / Double(texts)
    }

    /// The range that holds the true difference with a probability of 95 %.
    ///
    /// A. Agresti and Y. Min, "Simple improved confidence intervals for comparing matched proportions", Statistics in
    /// Medicine 24 (2005): the usual interval after half a text was added to each of the four counts.
    public var differenceInterval: ConfidenceInterval { interval(reach: 1.959_964) }

    /// Below this the true difference lies with a probability of at most 5 %: the same, one-sided.
    public var differenceLowerBound: Double { interval(reach: Self.oneSided).lower }

    /// How many standard errors away 5 % lie beyond.
    static let oneSided = 1.644_854

    private func interval(reach errors: Double) -> ConfidenceInterval {
        let first = Double(onlyFirstRight) + 0.5
        let second = Double(onlySecondRight) + 0.5
        let count = Double(texts) + 2
        let middle = (second - first) / count
        let variance = max(0, first + second - (second - first) * (second - first) / count)
        let reach = errors * variance.squareRoot() / count
        return ConfidenceInterval(lower: max(-1, middle - reach), upper: min(1, middle + reach))
    }

    /// How probable a difference as large as this one, either way, is between two equally good classifiers: 0 ... 1,
    /// 1 where they do not differ.
    public var pValue: Double {
        let differing = onlyFirstRight + onlySecondRight
        guard differing > 0 else { return 1 }
        let fewer = BinomialProportion(events: min(onlyFirstRight, onlySecondRight), trials: differing)
        return min(1, 2 * fewer.cumulative(probability: 0.5))
    }

    /// Writes the four counts and what follows from them.
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
