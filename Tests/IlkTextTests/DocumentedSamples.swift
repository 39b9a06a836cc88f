import IlkText
import IlkVocabulary
import Testing

/// The samples of the pages about languages and features. RepositoryTests compare them with the pages.
@Suite struct `Samples of text analysis` {
    @Test func `a language has a code and a confidence`() {
        // Sample of docs/explanation/language-detection.md
        // also of an analyzed text, or of UTF-8 bytes
        let guess = LanguageGuesser.standard.guess("Bis morgen früh")
        // "de"; nil, with the tag "und", if no known language fits
        let code = guess.language?.code
        let confidence = guess.confidence  // 0...1
        let second = guess.runnerUp?.code  // the second best language
        let script = ScriptHistogram("Bis morgen früh").dominant?.code  // "Latn"
        // End of sample
        #expect(code == "de" && second != nil && script == "Latn" && confidence > 0)
    }

    @Test func `features are measured and explained`() throws {
        // Sample of docs/reference/features.md
        let analyzer = try TextAnalyzer()  // measuring: .all
        var analysis = AnalyzedText()
        analyzer.analyze("The committee met twice.", into: &analysis)
        let words = analysis.features[.wordCount]  // 4
        let language = analysis.features.language  // a code such as "en", or nil
        // the formula and the spans of each feature
        let explanation = FeatureExplainer().explain(analysis)
        // End of sample
        #expect(words == 4 && language == "en" && explanation.count > 10)
    }
}
