extension AnalyzedText {
    /// Computes the formality of the text. See ``Formality/score(_:language:)``.
    ///
    /// - Parameter language: The language of the text as a tag such as `en` or `en-GB`, or `nil` if the
    ///   language is unknown.
    /// - Complexity: O(*n*) in the length of the text up to 16 KB, constant for longer texts.
    public borrowing func formality(language: String? = nil) -> FormalityScore {
        Formality.score(self, language: language)
    }
}
