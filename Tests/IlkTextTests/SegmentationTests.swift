import CICU
import IlkVocabulary
import SegmentationOracle
import Testing

@testable import IlkText

@Suite struct `Segmentation` {
    /// Returns the tokens of a text, joined by `|`.
    private func words(_ text: String, locale: String = "en") throws -> String {
        let analyzer = try TextAnalyzer(locale: locale)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        return analysis.tokens.map { analysis.text(in: analysis.span(of: $0)) }.joined(separator: "|")
    }

    @Test(arguments: [
        ("", ""), ("can't", "can't"), ("a.b.c", "a.b.c"), ("3.14", "3.14"), ("1,000,000", "1,000,000"),
        ("1,a", "1|,|a"), ("a_b", "a_b"), ("_1_", "_1_"), ("x@y.z", "x@y.z"), ("a:b", "a|:|b"),
        ("\r\n\n", "\r\n|\n"), ("a  b", "a|  |b"), (" \t ", " |\t| "), ("U.S.A.", "U.S.A|."),
        ("v1.2.b", "v1.2|.|b"), ("..b", ".|.|b"), ("naïve’s", "naïve’s"), ("e\u{301}.e", "e\u{301}.e"),
        ("👩‍👩‍👧!", "👩‍👩‍👧|!"), ("🇩🇪🇫🇷", "🇩🇪|🇫🇷"), ("א״ב", "א״ב"), ("カタカナ", "カタカナ"),
        ("中文English", "中文|English"), ("ราคา 5 บาท", "ราคา| |5| |บาท"),
    ])
    func `words end as ICU specifies`(text: String, expected: String) throws {
        #expect(try words(text) == expected)
    }

    @Test func `sentences cover the text and end after abbreviations`() throws {
        let segmenter = try TextSegmenter(locale: "root")
        var spans: [TextSpan] = []
        func sentences(_ text: String) -> [String] {
            let bytes = Array(text.utf8)
            bytes.withUnsafeBufferPointer { segmenter.sentences(validUTF8: $0, into: &spans) }
            return spans.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        }
        #expect(sentences("See Mr. Lee. He is in.\n") == ["See Mr. ", "Lee. ", "He is in.\n"])
        #expect(sentences("").isEmpty)
    }

    @Test func `the tailoring of a locale is used`() throws {
        #expect(try words("EU:ssa") == "EU|:|ssa")
        #expect(try words("EU:ssa", locale: "fi") == "EU:ssa")
    }

    @Test func `tokens, normal forms and sentences equal the reference`() throws {
        let seed: UInt64 = 20_261_121
        for locale in ["en", "fi"] {
            let cutter = try TextTokenizer<VectorReader>(locale: locale)
            var comparison = try Comparison(locale: locale)
            var source = TextSource(seed: seed)
            for _ in 0..<2_000 { comparison.compare(source.next(), cutter) }
            #expect(
                comparison.differences == 0,
                "seed \(seed), \(locale), first: \(comparison.firstDifference ?? [])")
        }
    }

    @Test func `the result is the same if ICU's rules cannot be read`() throws {
        let cutter = try TextTokenizer<VectorReader>(locale: "en", readsRules: false)
        #expect(cutter.wordRules == nil && cutter.sentenceRules == nil)
        var comparison = try Comparison(locale: "en")
        var source = TextSource(seed: 3)
        for _ in 0..<300 { comparison.compare(source.next(), cutter) }
        #expect(comparison.differences == 0, "first: \(comparison.firstDifference ?? [])")
    }

    @Test(arguments: PlantedFault.allCases)
    func `a planted fault is detected`(fault: PlantedFault) throws {
        let cutter = try fault.cutter(locale: "en")
        var comparison = try Comparison(locale: "en")
        var source = TextSource(seed: 20_261_121)
        for _ in 0..<3_000 where !comparison.compare(source.next(), cutter) { return }
        Issue.record("\(fault.rawValue) was not caught")
    }

    @Test func `vectors classify blocks like loops over bytes`() {
        var dice = TextDice(seed: 1)
        for alphabet in [ASCIIAlphabet.icu, ASCIIAlphabet(at: 0xFF, colon: UInt8(ascii: ":"))] {
            for _ in 0..<2_000 {
                let bytes = (0..<80).map { _ in
                    UInt8(truncatingIfNeeded: dice.next()) & (dice.below(2) == 0 ? 0x7F : 0xFF)
                }
                bytes.withUnsafeBufferPointer { bytes in
                    guard let base = bytes.baseAddress else { return }
                    #expect(VectorReader.read(base, alphabet).masks == PlainReader.read(base, alphabet).masks)
                    #expect(VectorReader.readUpper(base) == PlainReader.readUpper(base))
                    #expect(VectorReader.readDoubled(base) == PlainReader.readDoubled(base))
                    #expect(
                        ilk_word_block_read(base).masks == ilk_word_block_read_plain(base).masks)
                    let joiners = VectorReader.readJoiners(base, alphabet)
                    let plainJoiners = PlainReader.readJoiners(base, alphabet)
                    #expect(joiners.letters == plainJoiners.letters && joiners.digits == plainJoiners.digits)
                    #expect(VectorReader.readSpecial(base) == PlainReader.readSpecial(base))
                    let (fast, plain) = (VectorReader.readStops(base), PlainReader.readStops(base))
                    #expect(
                        fast.stops == plain.stops && fast.lineEnds == plain.lineEnds
                            && fast.high == plain.high)
                }
            }
        }
    }
}

extension ilk_block {
    fileprivate var masks: [UInt64] {
        [
            high, alphabetic, letter, digit, word, blank, carriageReturn, apostrophe,
        ]
    }
}

extension ilk_word_block {
    fileprivate var masks: [UInt64] { [letters, upper, apostrophe, high, odd] }
}
