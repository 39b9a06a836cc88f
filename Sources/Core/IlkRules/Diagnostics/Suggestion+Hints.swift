import IlkVocabulary

extension Suggestion {
    /// The hint for an unknown rule without a similar known one.
    static let otherLayers = "the rule must be in this layer or in another loaded one"

    /// Returns a hint that suggests the most similar candidate, or `nil` if none is similar enough.
    static func hint(for name: String, among candidates: some Sequence<String>) -> String? {
        nearest(to: name, among: candidates).map { "did you mean '\($0)'?" }
    }
}
