package import IlkRedaction
package import IlkVocabulary

extension LabelSet {
    /// Returns the redaction of texts before they are logged: the redaction that the set defines, plus
    /// `more`.
    ///
    /// - Parameter more: Further types of data, or `nil` for none.
    /// - Returns: `nil` if nothing is removed.
    /// - Throws: ``IlkError`` if the set names an unknown type.
    package func redaction(with more: TextRedaction?) throws(IlkError) -> TextRedaction? {
        var types = more?.types ?? []
        for name in redaction {
            if name == "all" { return TextRedaction() }
            guard let type = TextRedaction.DataType(rawValue: name) else {
                let known = ["all"] + TextRedaction.DataType.allCases.map(\.rawValue)
                throw IlkError(
                    .configuration, "\(file ?? self.name): unknown redaction type '\(name)'",
                    hint: Suggestion.hint(for: name, among: known)
                        ?? "allowed: \(known.joined(separator: ", "))")
            }
            types.insert(type)
        }
        return types.isEmpty ? nil : TextRedaction(types)
    }
}
