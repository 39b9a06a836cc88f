/// A text's formality and what it rests on.
public struct FormalityScore: Sendable, Hashable {
    /// From 0 (informal) to 1 (formal); 0.5 when it rests on nothing.
    public var value: Double
    /// Whether it was measured, and if not, why.
    public var basis: FormalityBasis

    /// Whether the value was measured.
    public var isSupported: Bool { basis == .english }
}
