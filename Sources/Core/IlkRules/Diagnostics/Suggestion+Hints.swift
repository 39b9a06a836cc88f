import IlkVocabulary

extension Suggestion {
    /// The hint where a rule is named that there is not, nor one like it.
    static let otherLayers = "it must be a rule of this layer or of another one"

    /// A hint that names the nearest candidate, or nil when none is near enough.
    static func hint(for name: String, among candidates: some Sequence<String>) -> String? {
        nearest(to: name, among: candidates).map { "did you mean '\($0)'?" }
    }
}
