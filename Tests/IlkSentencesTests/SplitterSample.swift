import IlkSentences
import IlkVocabulary
import Testing

/// The sample of the page about sentences. RepositoryTests compare it with the page.
@Suite struct `Sample of sentence splitting` {
    @Test func `splits bytes of UTF-8`() {
        let text = "Die Sitzung beginnt um 9 Uhr. Wir sehen uns z. B. am Montag."
        let bytes = Array(text.utf8)
        // Sample of docs/explanation/sentences.md
        let splitter = SentenceSplitter()
        var spans: [TextSpan] = []
        bytes.withUnsafeBufferPointer { splitter.split($0, language: SentenceLanguage("de"), into: &spans) }
        // End of sample
        #expect(spans.count == 2)
    }
}
