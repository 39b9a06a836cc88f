import Glibc

/// The estimated change in accuracy if a candidate becomes active, as a share of all texts, -1 … 1. The
/// estimate is a normal distribution.
///
/// The estimate combines a prior, a measurement on texts of the log or store, and a measurement on each
/// regression set. Each is weighted by its precision, the inverse of its variance. A small sample has a low
/// precision and changes the estimate little. A small sample alone therefore neither blocks nor promotes a
/// candidate.
public struct GainEstimate: Sendable, Hashable, Codable {
    /// The assumed distribution of the gain before any measurement.
    package struct Prior: Sendable {
        var mean: Double
        var standardDeviation: Double

        /// The prior for a candidate that has learned corrections. Its values were set on simulated
        /// histories.
        package static let learned = Prior(mean: 0.005, standardDeviation: 0.025)
        /// The prior for an earlier version that may replace the active version.
        package static let earlier = Prior(mean: 0, standardDeviation: 0.025)
        /// The prior for a model trained only on the records of a store. Such a model may be far better or
        /// worse.
        package static let trained = Prior(mean: 0, standardDeviation: 0.25)
    }

    /// The mean of the estimated gain.
    public let mean: Double
    /// The standard deviation of the estimated gain.
    public let standardDeviation: Double

    /// The central 95 % interval of the estimated gain.
    public var interval: ConfidenceInterval {
        let reach = 1.959_964 * standardDeviation
        return ConfidenceInterval(lower: max(-1, mean - reach), upper: min(1, mean + reach))
    }

    /// The probability that the candidate is more accurate, 0 … 1.
    public var probabilityOfGain: Double { erfc(-mean / (standardDeviation * 2.0.squareRoot())) / 2 }

    /// A summary in one line, in percentage points.
    package var line: String {
        func points(_ share: Double) -> String { GateSample.points(share) }
        return "\(points(mean)) points expected, at worst \(points(interval.lower)), "
            + "at best \(points(interval.upper)) (95 % interval)"
    }

    /// Estimates the change from paired results.
    ///
    /// - Parameters:
    ///   - texts: The results on texts of the log or store.
    ///   - regression: The comparisons on regression sets, with the active version first.
    ///   - strata: The ranges of margins, each with the share of logged texts by which its `texts` are
    ///     weighted.
    ///   - prior: The assumed distribution of the gain before any measurement.
    /// - Complexity: O(*n*) in the number of texts.
    package init(
        of texts: [GateText], regression: [PairedComparison], strata: MarginStrata, prior: Prior
    ) {
        let measured = [Measurement(of: texts, strata)] + regression.map(Measurement.init)
        let priorPrecision = 1 / (prior.standardDeviation * prior.standardDeviation)
        let precision = measured.reduce(priorPrecision) { $0 + 1 / $1.variance }
        let sum = measured.reduce(prior.mean * priorPrecision) { $0 + $1.mean / $1.variance }
        mean = sum / precision
        standardDeviation = (1 / precision).squareRoot()
    }
}

/// The measured change in accuracy on the texts of the log or store, or on one regression set.
private struct Measurement {
    /// The number of later corrections that halves the weight of a text. Older texts resemble new texts less.
    private static let halfLife = 400.0
    /// For smoothing: the number of pseudo-texts without a change that are added to each range of margins,
    /// and the variance of the change on them.
    private static let (addedTexts, addedVariance) = (4.0, 0.06)
    /// The standard deviation of the difference between the change on a regression set and the change on the
    /// texts of a log.
    private static let regressionDeviation = 0.02

    let mean: Double
    let variance: Double

    /// Computes the mean and the variance over the ranges of margins. Each range is weighted by its share of
    /// the logged texts.
    init(of texts: [GateText], _ strata: MarginStrata) {
        struct Sums {
            var (weight, squares, change, changed) = (0.0, 0.0, 0.0, 0.0)
        }
        var sums = [Sums](repeating: Sums(), count: strata.shares.count)
        for text in texts {
            let weight = pow(0.5, Double(text.age) / Self.halfLife)
            let place = strata.place(of: text.margin)
            sums[place].weight += weight
            sums[place].squares += weight * weight
            sums[place].change += weight * text.change
            sums[place].changed += weight * abs(text.change)
        }
        var (mean, variance) = (0.0, 0.0)
        for (sum, share) in zip(sums, strata.shares) {
            // The squared weights of very old texts underflow to 0.
            let found = sum.squares > 0
            // Kish's effective sample size.
            let count = found ? sum.weight * sum.weight / sum.squares : 0
            let added = Self.addedTexts / (count + Self.addedTexts)
            let change = found ? (1 - added) * sum.change / sum.weight : 0
            let square = (found ? (1 - added) * sum.changed / sum.weight : 0) + added * Self.addedVariance
            mean += share * change
            variance += share * share * max(square - change * change, 1e-4) / (count + Self.addedTexts)
        }
        (self.mean, self.variance) = (mean, max(variance, 1e-9))
    }

    /// Computes the mean and the variance on a regression set. ``regressionDeviation`` increases the
    /// variance, because the texts are not from the log.
    init(_ comparison: PairedComparison) {
        let count = Double(max(1, comparison.texts))
        mean = comparison.difference
        let changed = Double(comparison.onlyFirstRight + comparison.onlySecondRight) / count
        // The second term keeps the variance of a small set without changes above 0.
        variance =
            (changed - mean * mean) / count + 0.25 / (count * count.squareRoot())
            + Self.regressionDeviation * Self.regressionDeviation
    }
}
