import IlkText
import IlkVocabulary
import TestSupport
import Testing

@Suite struct `Formality pairs` {
    /// A text and the same text with a form that is undisputedly more formal.
    struct Pair: Decodable, Sendable {
        var text: String
        var formal: String
    }

    @Test func `the formal text of every pair scores higher`() throws {
        let pairs = try CorpusLines.read("formality/pairs.jsonl", as: Pair.self)
        #expect(pairs.count > 200)
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        func score(_ text: String) -> FormalityScore {
            analyzer.analyze(text, into: &analysis)
            return Formality.score(analysis, language: "en")
        }
        for pair in pairs {
            let (informal, formal) = (score(pair.text), score(pair.formal))
            #expect(informal.isSupported && formal.isSupported, "\(pair.text)")
            #expect(informal.value < formal.value, "\(pair.text)")
        }
    }
}
