import AllocationCounter
import IlkVocabulary
import Testing

@testable import IlkText

@Suite struct `Allocations` {
    private static let texts = [
        "", "Hi", "Are we still on for lunch at 12:30? I can't make it before 1,000 things are done.",
        "L’été dernier, nous étions très contents — vraiment ! 👍🏽 Привет, как дела?",
        "func main() {\n\tlet x = a_b[0] // e.g. 3.14\r\n}\n\n"
            + String(repeating: "A longer text. ", count: 40),
        "e\u{301}te\u{301} \u{AD}soft, ﬁne, ①, İstanbul, " + String(repeating: "z", count: 600) + "é",
    ]

    @Test(.enabled(if: allocation_count() >= 0, "allocations cannot be counted with this C library"))
    func `the allocation counter counts an allocation`() {
        let before = allocation_count()
        let array = [UInt8](repeating: 1, count: 1000 + Int(before & 1))
        #expect(allocation_count() > before)
        #expect(array.count >= 1000)
    }

    @Test(.enabled(if: allocation_count() >= 0, "allocations cannot be counted with this C library"))
    func `segmenting does not allocate once the buffers are large enough`() throws {
        let analyzer = try TextAnalyzer()
        var segmented = TokenizedText()
        var sentences: [TextSpan] = []
        let texts = Self.texts.map { Array($0.utf8) }
        for text in texts {
            text.withUnsafeBufferPointer { analyzer.segment($0, into: &segmented, sentences: &sentences) }
        }
        for text in texts {
            let before = allocation_count()
            text.withUnsafeBufferPointer { analyzer.segment($0, into: &segmented, sentences: &sentences) }
            let after = allocation_count()
            #expect(after - before == 0, "\(String(decoding: text.prefix(20), as: UTF8.self))")
        }
    }

    @Test(.enabled(if: allocation_count() >= 0, "allocations cannot be counted with this C library"))
    func `splitting into sentences does not allocate once the buffer is large enough`() throws {
        let segmenter = try TextSegmenter()
        var spans: [TextSpan] = []
        let texts = Self.texts.map { Array($0.utf8) }
        for text in texts {
            text.withUnsafeBufferPointer { segmenter.sentences(validUTF8: $0, into: &spans) }
        }
        for text in texts {
            let before = allocation_count()
            text.withUnsafeBufferPointer { segmenter.sentences(validUTF8: $0, into: &spans) }
            let after = allocation_count()
            #expect(after - before == 0, "\(String(decoding: text.prefix(20), as: UTF8.self))")
        }
    }
}
