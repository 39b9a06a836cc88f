/// The formality of a text and the basis of the score.
public struct FormalityScore: Sendable, Hashable {
    /// The formality, from 0 (informal) to 1 (formal); 0.5 if it was not computed.
    public var value: Double
    /// The basis of the score, or the reason why it was not computed.
    public var basis: FormalityBasis

    /// `true` if the score was computed.
    public var isSupported: Bool { basis == .english }
}
