/// The conditions under which a candidate replaces the active version: the estimated gain is above 0, and no
/// regression set rejects the candidate (``fallen``).
///
/// Only a regression set can block a candidate alone. Otherwise the estimate (``GainEstimate``) decides,
/// which combines all evidence. If a harmful version passes by chance, later corrections lead to a rollback.
public struct RetrainingGate: Sendable, Hashable, Codable {
    /// The largest permitted loss of accuracy on a regression set: 1.2 percentage points.
    public static let largestFall = 0.012
    /// The minimum net loss of correct predictions on a regression set that can reject a candidate. A smaller
    /// loss only lowers the estimated gain.
    public static let fewestLost = 4
    /// The probability of a gain from which on the fall of a regression set does not stop a candidate.
    public static let provenProbability = 0.9
    /// The minimum probability of a gain for replacing the active version with an earlier version.
    public static let rollbackProbability = 0.7

    /// The comparisons: random audit samples, held-out corrections, then the regression sets.
    public var samples: [GateSample]
    /// The estimated gain in accuracy. It is `nil` if there was no evaluation or if an earlier release
    /// created the version.
    public var gain: GainEstimate?

    package init(_ samples: [GateSample] = [], gain: GainEstimate? = nil) {
        self.samples = samples
        self.gain = gain
    }

    /// Evaluates a candidate.
    ///
    /// - Parameters:
    ///   - texts: The results on texts of the log or store that neither version has learned.
    ///   - regression: The comparisons on regression sets.
    ///   - strata: The ranges of margins, each with the share of logged texts by which its `texts` are
    ///     weighted.
    ///   - prior: The assumed distribution of the gain before any measurement.
    /// - Complexity: O(*n*) in the number of texts.
    package init(
        _ texts: [GateText], regression: [GateSample] = [], strata: MarginStrata,
        prior: GainEstimate.Prior
    ) {
        samples = []
        for text in texts {
            let place = samples.firstIndex { $0.name == text.sample } ?? samples.count
            if place == samples.count {
                samples.append(GateSample(name: text.sample, comparison: PairedComparison()))
            }
            samples[place].comparison.add(
                firstIsRight: text.activeIsCorrect, secondIsRight: text.candidateIsCorrect)
        }
        let regression = regression.filter { $0.comparison.texts > 0 }
        samples += regression
        gain = GainEstimate(of: texts, regression: regression.map(\.comparison), strata: strata, prior: prior)
    }

    /// The regression sets that reject the candidate unless a gain is highly probable. On each of them, the
    /// candidate loses at least ``fewestLost`` correct predictions (net), and the accuracy falls by more than
    /// ``largestFall``.
    public var fallen: [GateSample] {
        samples.filter { sample in
            let lost = sample.comparison.onlyFirstRight - sample.comparison.onlySecondRight
            return sample.isRegressionSet && lost >= Self.fewestLost
                && sample.comparison.difference < -Self.largestFall
        }
    }

    /// `true` if the candidate may be promoted.
    public var isPassed: Bool { (gain?.mean ?? 0) > 0 && !isStoppedByFall }

    /// `true` if a regression set has fallen, and no other evidence makes a gain highly probable.
    private var isStoppedByFall: Bool {
        !fallen.isEmpty && (gain?.probabilityOfGain ?? 0) < Self.provenProbability
    }

    /// The reason for the decision, as text.
    public var reason: String {
        guard let gain else { return "Not evaluated." }
        if isStoppedByFall, let set = fallen.first {
            let fall = GateSample.points(-set.comparison.difference)
            let name = set.name == GateSample.ownRegressionSet ? "your regression set" : "the \(set.name)"
            return "The accuracy on \(name) falls by \(fall.dropFirst()) points, more than the 1.2 permitted."
        }
        if samples.isEmpty {
            return "There are no texts to compare the versions yet. Later corrections test the new version."
        }
        let points = GateSample.points(gain.mean)
        guard gain.mean > 0 else { return "No gain is expected: \(points) points." }
        let falls = fallen.map { set in
            " The accuracy on the \(set.name) falls by \(GateSample.points(-set.comparison.difference).dropFirst())."
        }
        return "Expected gain: \(points) points." + falls.joined()
    }
}
