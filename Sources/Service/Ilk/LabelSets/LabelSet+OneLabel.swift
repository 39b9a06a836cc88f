package import IlkVocabulary

extension LabelSet {
    /// Rejects a multi-label set for a command that requires one label for each text.
    ///
    /// - Parameter command: The command or option, for the message.
    /// - Throws: ``IlkError`` if a text can have several labels.
    package func requireOneLabel(for command: String) throws(IlkError) {
        guard isMultilabel else { return }
        throw IlkError(
            .configuration,
            "\(command) requires one label for each text, but the taxonomy \(name) is multi-label",
            hint: "these commands support several labels: 'ilk eval', 'ilk log correct', 'ilk review' and "
                + "'ilk retrain --taxonomy \(name) --texts FILE'")
    }
}
