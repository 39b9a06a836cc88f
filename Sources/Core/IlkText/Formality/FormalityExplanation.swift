/// A formality score with everything that makes it up.
public struct FormalityExplanation: Sendable, Hashable {
    /// The score.
    public var score: FormalityScore
    /// The expected rating, from about -3 to 3, whose logistic is the score; 0 when it was not measured.
    public var logit: Double
    /// What adds up to the logit, in a fixed order; empty when it was not measured.
    public var contributions: [FormalityContribution]
}
