import IlkVocabulary

extension Suggestion {
    /// The hint for an unknown rule without a similar known one.
    static let otherLayers = "the rule must be in this layer or in another loaded layer"
}
