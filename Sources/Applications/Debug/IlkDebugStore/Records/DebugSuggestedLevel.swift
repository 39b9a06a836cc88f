public import IlkVocabulary

/// What the pipeline thinks of how grave an entry is, of which nobody said. It stands beside the entry and is never what
/// its sender said.
public struct DebugSuggestedLevel: Sendable, Hashable, Codable {
    /// How grave.
    public var level: LogLevel
    /// How probable that is, 0 ... 1.
    public var probability: Double
    /// What spoke for it, the strongest first: a line each, for people.
    public var evidence: [String]
    /// What made the suggestion.
    public var provenance: Provenance

    /// A suggestion of these parts.
    public init(level: LogLevel, probability: Double, evidence: [String], provenance: Provenance) {
        self.level = level
        self.probability = probability
        self.evidence = evidence
        self.provenance = provenance
    }
}
