/// A formality score with all contributions.
public struct FormalityExplanation: Sendable, Hashable {
    /// The explained formality score.
    public var score: FormalityScore
    /// The expected rating, from about -3 to 3. The score is the logistic function of this rating. 0 if no
    /// score was computed.
    public var logit: Double
    /// The contributions of the features, in a fixed order. The sum of the contributions is the logit. Empty
    /// if no score was computed.
    public var contributions: [FormalityContribution]
}
