/// Whether a new model may take the place of the one in use: it may when it is shown to be no worse.
///
/// On no sample may it be measured to be worse by more than half a point. That it is not must be shown, by the lower end of
/// a one-sided 95 % interval, on one sample at least, and on each that has texts enough to show it.
public struct RetrainingGate: Sendable, Hashable, Codable {
    /// How much worse it may be: half a point.
    public static let tolerance = 0.005

    /// What it was held against: random audits first, then corrections that were held back, then the frozen texts.
    public var samples: [GateSample]

    /// A gate of these samples.
    public init(_ samples: [GateSample]) {
        self.samples = samples
    }

    /// The samples on which the new model is worse.
    public var refusals: [GateSample] { samples.filter(\.isWorse) }

    /// The samples that do not show what they should: that the new model is not worse.
    public var open: [GateSample] {
        let others = samples.filter { !$0.isShown }
        let large = others.filter { $0.comparison.texts >= GateSample.fewestToShow }
        return large.isEmpty && others.count < samples.count ? [] : large.isEmpty ? others : large
    }

    /// Whether the new model may be put to use.
    public var isPassed: Bool { !samples.isEmpty && refusals.isEmpty && open.isEmpty }

    /// Why it may, or why not, in words.
    public var reason: String {
        func names(_ samples: [GateSample]) -> String { samples.map(\.name).joined(separator: ", ") }
        if samples.isEmpty { return "there is nothing to measure it with: kept as a candidate" }
        guard refusals.isEmpty else {
            let isSmall = refusals.allSatisfy { $0.comparison.texts < GateSample.fewestToShow }
            return "worse on the texts it was measured on (\(names(refusals))): not promoted"
                + (isSmall ? "; they are few, and it may be chance" : "")
        }
        guard open.isEmpty else {
            return "it may be worse by more than half a point, so few are the texts it was measured on "
                + "(\(names(open))): kept as a candidate"
        }
        return "not worse"
    }
}
