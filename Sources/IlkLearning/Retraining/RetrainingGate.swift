/// Whether a new model may take the place of the one in use: it may unless it is worse on a sample.
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
    /// Whether the new model may be put to use.
    public var isPassed: Bool { refusals.isEmpty }
}
