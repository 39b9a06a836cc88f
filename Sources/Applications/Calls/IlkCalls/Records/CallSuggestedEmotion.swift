public import IlkVocabulary

/// What the pipeline thinks a call felt like, by its notes. It stands beside the call and is never what a person said.
public struct CallSuggestedEmotion: Sendable, Hashable {
    /// How it felt.
    public var emotion: EmotionalState
    /// How probable that is, 0 ... 1.
    public var probability: Double
    /// What spoke for it, the strongest first: a line each, for people.
    public var evidence: [String]
    /// What made the suggestion.
    public var provenance: Provenance

    /// A suggestion of these parts.
    public init(
        emotion: EmotionalState, probability: Double, evidence: [String], provenance: Provenance
    ) {
        self.emotion = emotion
        self.probability = probability
        self.evidence = evidence
        self.provenance = provenance
    }
}
