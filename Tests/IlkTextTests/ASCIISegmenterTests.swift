import IlkVocabulary
import Testing

@testable import IlkText

@Suite struct `ASCII segmenter` {
    /// What the two cut a text into.
    private func cut(_ text: [UInt8], fast: TextAnalyzer, reference: TextAnalyzer) -> (
        TextAnalysis, TextAnalysis
    ) {
        var quick = TextAnalysis()
        var slow = TextAnalysis()
        text.withUnsafeBufferPointer {
            fast.analyze($0, into: &quick)
            reference.analyze($0, into: &slow)
        }
        return (quick, slow)
    }

    @Test(arguments: [
        "", "a", "can't", "a.b.c", "3.14", "1,000,000", "1,a", "a,1", "a_b", "_1_", "x@y.z", "@a", "a:b",
        "1:2", "\r\n",
        "\r", "a\r\nb", "  ", " \t ", "U.S.A.", "e.g. this", "He said. (Yes.) No!", "Wait... what?", "3. x",
        "v1.2.b",
        "Mr. Smith", "a.\nB", "Yes!\" she said.", "Really?! No.", "a. , b", ".", "...", "?a", "A.B", "a.B",
        "1.A", "..b",
    ])
    func `cuts where ICU cuts`(text: String) throws {
        let fast = try TextAnalyzer(locale: "en", usesFastPath: true)
        let reference = try TextAnalyzer(locale: "en", usesFastPath: false)
        let (quick, slow) = cut(Array(text.utf8), fast: fast, reference: reference)
        #expect(quick.tokens == slow.tokens)
        #expect(quick.sentences == slow.sentences)
    }

    @Test func `cuts random texts where ICU cuts`() throws {
        let seed: UInt64 = 20_261_121
        var random = SeededGenerator(seed: seed)
        let fast = try TextAnalyzer(locale: "en", usesFastPath: true)
        let reference = try TextAnalyzer(locale: "en", usesFastPath: false)
        let marks = Array("aAbB01_.,;:'\"@!?()[]- \t\n\r\u{0B}\u{0C}\u{0}x".utf8)
        var differences = 0
        for _ in 0..<60_000 {
            let text = (0..<Int.random(in: 0..<24, using: &random)).map { _ in
                marks[Int.random(in: 0..<marks.count, using: &random)]
            }
            let (quick, slow) = cut(text, fast: fast, reference: reference)
            if quick.tokens != slow.tokens || quick.sentences != slow.sentences {
                differences += 1
                if differences <= 5 { Issue.record("seed \(seed): \(text)") }
            }
        }
        #expect(differences == 0, "seed \(seed)")
    }

    @Test func `cuts random texts of all ASCII characters where ICU cuts`() throws {
        let seed: UInt64 = 7
        var random = SeededGenerator(seed: seed)
        let fast = try TextAnalyzer(locale: "en", usesFastPath: true)
        let reference = try TextAnalyzer(locale: "en", usesFastPath: false)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1..<40, using: &random)).map { _ in
                UInt8.random(in: 0..<128, using: &random)
            }
            let (quick, slow) = cut(text, fast: fast, reference: reference)
            #expect(quick.tokens == slow.tokens && quick.sentences == slow.sentences, "seed \(seed): \(text)")
        }
    }
}
