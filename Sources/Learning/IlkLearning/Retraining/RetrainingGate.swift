/// The rule by which a candidate may replace the active version: it must be shown to be no worse.
///
/// The candidate is refused if it is worse by more than half a percentage point on any sample. It must also
/// be shown, by a one-sided 95 % lower confidence bound, that it is no worse by more than that. At least one
/// sample must show this, and each sample with at least ``GateSample/minimumToDecide`` texts.
public struct RetrainingGate: Sendable, Hashable, Codable {
    /// The largest permitted loss of accuracy: half a percentage point.
    public static let tolerance = 0.005

    /// The comparisons: random audit samples, then held-out corrections, then the regression set.
    public var samples: [GateSample]

    package init(_ samples: [GateSample]) {
        self.samples = samples
    }

    /// The samples on which the candidate is worse.
    public var refusals: [GateSample] { samples.filter(\.isWorse) }

    /// The samples that were required to show that the candidate is no worse, and did not.
    public var undecided: [GateSample] {
        let others = samples.filter { !$0.isShownNonInferior }
        let large = others.filter { $0.comparison.texts >= GateSample.minimumToDecide }
        return large.isEmpty && others.count < samples.count ? [] : large.isEmpty ? others : large
    }

    /// `true` if the candidate may be promoted.
    public var isPassed: Bool { !samples.isEmpty && refusals.isEmpty && undecided.isEmpty }

    /// The reason for the decision, as text.
    public var reason: String {
        func names(_ samples: [GateSample]) -> String { samples.map(\.name).joined(separator: ", ") }
        if samples.isEmpty { return "There are no texts to compare the model on." }
        guard refusals.isEmpty else {
            let isSmall = refusals.allSatisfy { $0.comparison.texts < GateSample.minimumToDecide }
            return "Less accurate on: \(names(refusals))."
                + (isSmall ? " The sample is small, so this may be chance." : "")
        }
        guard undecided.isEmpty else {
            return
                "Too few texts to rule out a loss of more than half a percentage point: \(names(undecided))."
        }
        return "No regression."
    }
}
