import IlkVocabulary
import Testing

@testable import IlkText

@Suite struct `Text analyzer` {
    @Test func `a warning names the tokenizer of the training texts if it splits texts differently`() throws {
        let own = try #require(TextAnalyzer.tokenizerDigest)
        #expect(TextAnalyzer.warning(ofTokenizer: own, icu: "1.0") == nil)
        let other = try #require(TextAnalyzer.warning(ofTokenizer: "ab", icu: "1.0"))
        #expect(other.hasPrefix("the model was trained with ICU 1.0, which splits some texts differently"))
        let same = try #require(TextAnalyzer.warning(ofTokenizer: "ab", icu: TextAnalyzer.icuVersion))
        #expect(same.hasPrefix("the model was trained with a version of ilk that splits"), "\(same)")
        // The constant saves splitting the sample text at each start. If the tokenizer changes, change it
        // too.
        #expect(TextAnalyzer.icuVersion != TextAnalyzer.usual.icu || own == TextAnalyzer.usual.digest)
    }

    private func words(_ text: String) throws -> [String] {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        return analysis.words.map { analysis.normalForm(of: analysis.tokens[Int($0)]) }
    }

    @Test(arguments: [
        ("", []),
        ("Hello, world!", ["hello", "world"]),
        ("can't won’t", ["can't", "won't"]),
        ("3.14 and 1,000", ["3.14", "and", "1,000"]),
        ("Straße ΑΣ", ["strasse", "ασ"]),
        ("ﬁne ①", ["fine", "1"]),
        ("日本語", ["日本語"]),
        ("a\u{0}b", ["a", "b"]),
    ])
    func `words are split and case folded`(text: String, expected: [String]) throws {
        #expect(try words(text) == expected)
    }

    @Test(arguments: [
        "", "a", "Hey Sarah!\n\nSee you.", "日本語 и русский 🎉👩‍👩‍👧 ok", "ภาษาไทยไม่มีช่องว่าง", "x\r\ny\rz",
    ])
    func `tokens cover the text without gap or overlap`(text: String) throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        var end = 0
        for token in analysis.tokens {
            #expect(Int(token.lowerBound) == end)
            #expect(token.upperBound > token.lowerBound)
            end = Int(token.upperBound)
        }
        #expect(end == text.utf8.count)
    }

    @Test func `a new analysis is that of the empty text`() throws {
        var analyzed = AnalyzedText()
        try TextAnalyzer(measuring: .classification).analyze("", into: &analyzed)
        let new = AnalyzedText()
        #expect(new.features == analyzed.features && new.featureLevel == analyzed.featureLevel)
        #expect(analyzed.tokens.isEmpty && analyzed.sentences.isEmpty && analyzed.lines.isEmpty)
        #expect(new.tokens.isEmpty && new.sentences.isEmpty && new.lines.isEmpty)
    }

    @Test func `sentences have no surrounding white space`() throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze("One here.  Two there!\n\nThree?  ", into: &analysis)
        #expect(analysis.sentences.map { analysis.text(in: $0) } == ["One here.", "Two there!", "Three?"])
    }

    @Test func `the kind of a token depends on all its characters`() throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze("a11 42 カタ 漢 !", into: &analysis)
        let kinds = analysis.tokens.map(\.kind).filter { $0 != .space }
        #expect(kinds == [.letter, .number, .kana, .ideographic, .other])
    }

    @Test(arguments: [
        ([0x61, 0xFF, 0x62] as [UInt8], "a\u{FFFD}b"),
        ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
        ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ([0xE2, 0x82], "\u{FFFD}"),
        ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ])
    func `invalid UTF-8 is repaired and flagged`(bytes: [UInt8], expected: String) throws {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        bytes.withUnsafeBufferPointer { analyzer.analyze($0, into: &analysis) }
        #expect(analysis.isRepaired)
        #expect(String(decoding: analysis.bytes, as: UTF8.self) == expected)
        analyzer.analyze("fine", into: &analysis)
        #expect(!analysis.isRepaired)
    }

    @Test func `a reused analysis equals a new one`() throws {
        let analyzer = try TextAnalyzer()
        var used = AnalyzedText()
        var fresh = AnalyzedText()
        analyzer.analyze("A longer text, with commas. And two sentences!\nAnd a line.", into: &used)
        analyzer.analyze("short", into: &used)
        analyzer.analyze("short", into: &fresh)
        #expect(used.features == fresh.features)
        #expect(used.tokens == fresh.tokens)
        #expect(used.wordHashes == fresh.wordHashes)
    }
}
