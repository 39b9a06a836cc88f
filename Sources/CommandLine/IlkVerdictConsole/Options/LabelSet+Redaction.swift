package import IlkRedaction
package import IlkVocabulary

extension LabelSet {
    /// Returns the redaction of texts before they are logged: the redaction that the set defines, plus
    /// `more`.
    ///
    /// - Parameter more: Further kinds of data, or `nil` for none.
    /// - Returns: `nil` if nothing is removed.
    /// - Throws: ``IlkError`` if the set names an unknown kind.
    package func redaction(with more: TextRedaction?) throws(IlkError) -> TextRedaction? {
        var kinds = more?.kinds ?? []
        for name in redaction {
            if name == "all" { return TextRedaction() }
            guard let kind = TextRedaction.Kind(rawValue: name) else {
                let known = ["all"] + TextRedaction.Kind.allCases.map(\.rawValue)
                throw IlkError(
                    .configuration, "\(file ?? self.name): there is no kind of data '\(name)' to redact",
                    hint: Suggestion.hint(for: name, among: known)
                        ?? "the kinds are \(known.joined(separator: ", "))")
            }
            kinds.insert(kind)
        }
        return kinds.isEmpty ? nil : TextRedaction(kinds)
    }
}
