/// A formality score with all contributions.
public struct FormalityExplanation: Sendable, Hashable {
    /// The explained formality score.
    public var score: FormalityScore
    /// The expected rating, from about -3 to 3, whose logistic is the score; 0 if no score was computed.
    public var logit: Double
    /// The terms of the logit in a fixed order; empty if no score was computed.
    public var contributions: [FormalityContribution]
}
