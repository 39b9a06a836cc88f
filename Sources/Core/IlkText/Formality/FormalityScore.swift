/// The formality of a text, and the reason if no score was computed.
public struct FormalityScore: Sendable, Hashable {
    /// The formality, from 0 (informal) to 1 (formal). 0.5 if no score was computed.
    public var value: Double
    /// The reason why the score was or was not computed.
    public var basis: FormalityBasis

    /// `true` if the score was computed.
    public var isSupported: Bool { basis == .english }
}
