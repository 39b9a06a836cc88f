import AllocationCounter
import IlkSentences
import IlkVocabulary
import Testing

@Suite struct `Allocations of sentences` {
    private static let texts = [
        "", "Hi", "e\u{301}te\u{301} \u{AD}soft, " + String(repeating: "z", count: 600) + "é",
    ]

    @Test(.enabled(if: allocation_count() >= 0, "allocations cannot be counted with this C library"))
    func `splitting does not allocate once the buffer is large enough`() throws {
        let splitter = SentenceSplitter()
        var spans: [TextSpan] = []
        let facts = try ["english", "others", "topics"].flatMap(SentenceFact.read)
        let texts = (Self.texts + facts.map(\.text)).map { Array($0.utf8) }
        for text in texts { text.withUnsafeBufferPointer { splitter.split($0, into: &spans) } }
        for text in texts {
            let before = allocation_count()
            text.withUnsafeBufferPointer { splitter.split($0, into: &spans) }
            let after = allocation_count()
            #expect(after - before == 0, "\(String(decoding: text.prefix(20), as: UTF8.self))")
        }
    }
}
