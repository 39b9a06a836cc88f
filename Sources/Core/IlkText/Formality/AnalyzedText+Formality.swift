extension AnalyzedText {
    /// How formal the text is, computed anew: see ``Formality/score(_:language:)``.
    public borrowing func formality(language: String? = nil) -> FormalityScore {
        Formality.score(self, language: language)
    }
}
