import IlkVocabulary
import TestSupport
import Testing

@testable import IlkSentences

@Suite struct `Sentence splitter` {
    private func sentences(_ text: String, _ language: String) -> [String] {
        let bytes = Array(text.utf8)
        return spans(bytes, language).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    private func spans(_ bytes: [UInt8], _ language: String) -> [TextSpan] {
        let splitter = SentenceSplitter()
        var spans: [TextSpan] = []
        bytes.withUnsafeBufferPointer {
            splitter.split($0, language: SentenceLanguage(language), into: &spans)
        }
        return spans
    }

    @Test(arguments: ["english", "others", "topics"])
    func `the texts of the corpus are split into its sentences`(name: String) throws {
        let facts = try SentenceFact.read(name)
        #expect(facts.count > 100)
        for fact in facts {
            let found = sentences(fact.text, fact.label)
            #expect(found == fact.sentences, "\(fact.label)")
        }
    }

    @Test(arguments: [
        ("en", "en-GB"), ("de", "de_AT"), ("de", "DE"), ("nb", "no"), ("en", "en@calendar=buddhist"),
    ])
    func `a language is parsed from its tag`(code: String, tag: String) {
        #expect(SentenceLanguage(code) == SentenceLanguage(tag))
        #expect(SentenceLanguage(code) != SentenceLanguage.unknown)
    }

    @Test func `a language without lists is treated as unknown`() {
        #expect(SentenceLanguage("tlh") == SentenceLanguage.unknown)
        #expect(SentenceLanguage("") == SentenceLanguage.unknown)
    }

    @Test func `an abbreviation counts only in its language`() {
        #expect(sentences("Er kam am 5. Peter ging.", "de").count == 1)
        #expect(sentences("She is 5. Peter is 6.", "en").count == 2)
        #expect(sentences("Jean est prof. Il travaille.", "fr").count == 1)
        #expect(sentences("Es ist die Nr. Er weiß es.", "de").count == 2)
    }

    @Test func `texts are split without a language`() {
        #expect(sentences("Dr. Weber traf z.B. Frau Lang. Sie ging.", "").count == 2)
        #expect(sentences("А. Иванов жил на ул. Мира. Он ушёл.", "").count == 2)
        #expect(sentences("El Sr. Gil vive en la Avda. Sur. Es alto.", "").count == 2)
        #expect(sentences("今天很冷。你呢？", "").count == 2)
    }

    @Test(arguments: ["", " ", "\n\n", "\t \r\n", "\u{3000}", "\u{FEFF}"])
    func `white space has no sentences`(text: String) {
        #expect(sentences(text, "en").isEmpty)
    }

    @Test(arguments: [".", "...", "a", "?!", "(", "\"", "1.", "•", "'", "😀", "。", "。。", "\u{301}"])
    func `a single mark or letter is one sentence`(text: String) {
        #expect(sentences(text, "en") == [text])
    }

    @Test func `earlier spans are removed`() {
        let splitter = SentenceSplitter()
        var spans: [TextSpan] = []
        for text in ["One. Two. Three.", "One."] {
            Array(text.utf8).withUnsafeBufferPointer { splitter.split($0, into: &spans) }
        }
        #expect(spans == [TextSpan(0, 4)])
    }

    /// Returns a violation of the rules for all spans: in order, within the text, on character boundaries,
    /// without white space at their ends, and with only white space between them.
    private func violation(_ bytes: [UInt8], _ spans: [TextSpan]) -> String? {
        var end = 0
        for span in spans {
            if span.lowerBound < end || span.upperBound <= span.lowerBound || span.upperBound > bytes.count {
                return "\(span) is out of order"
            }
            if bytes[span.lowerBound] & 0xC0 == 0x80 { return "\(span) begins inside of a character" }
            if !String(decoding: bytes[end..<span.lowerBound], as: UTF8.self).isBlank {
                return "lost before \(span)"
            }
            let sentence = String(decoding: bytes[span.range], as: UTF8.self)
            if sentence.unicodeScalars.count != sentence.trimmed.unicodeScalars.count {
                return "\(span) has white space at an end"
            }
            end = span.upperBound
        }
        return String(decoding: bytes[end...], as: UTF8.self).isBlank ? nil : "lost at the end"
    }

    @Test func `no part of a random text is lost`() {
        let seed: UInt64 = 20_261_121
        var random = SeededGenerator(seed: seed)
        let parts = [
            "a", "B", "word", "Word", "Mr", "e.g", "z.B", "1", "23", "I", "i", ".", ".", ".", "!", "?", "...",
            "…", ",",
            ":", ";", " ", " ", " ", " ", "\n", "\r\n", "\n\n", "(", ")", "[", "]", "\"", "'", "“", "”", "„",
            "«", "»",
            "‘", "’", "``", "''", "-", "–", "*", "***", "=====", "•", "http://", "@", "/", "_", "é", "Ж", "ж",
            "ա", ":",
            "α", "。", "！", "「", "」", "日", "の", "।", "؟", "ع", "\u{200D}", "\u{301}", "\u{FE0F}", "😀", ":)",
            ";-(",
            "\u{A0}", "\u{3000}", "\u{2028}", "\u{85}", "a.m", "St", "No", "¿", "¡", "°", "[1]", "¹",
        ]
        let splitter = SentenceSplitter()
        let languages = ["", "en", "de", "fr", "ru", "ja"].map { SentenceLanguage($0) }
        var spans: [TextSpan] = []
        for round in 0..<20_000 {
            let text = (0..<Int.random(in: 1..<24, using: &random))
                .map { _ in parts[Int.random(in: 0..<parts.count, using: &random)] }.joined()
            let bytes = Array(text.utf8)
            bytes.withUnsafeBufferPointer {
                splitter.split($0, language: languages[round % languages.count], into: &spans)
            }
            if let violation = violation(bytes, spans) {
                Issue.record("seed \(seed), round \(round): \(violation) of \(text.debugDescription)")
                break
            }
        }
    }

    /// Texts that would take hours if a rule examined unbounded context.
    private static let nasty: [String] = [
        ".", ". ", "(", "()", "(()", "\"", " \"a", " 'a", "«", " “a", "\n", "a\n", " ", "a.", "a. ", "A. ",
        "a", "!)",
        "1) ", " :)", "😀", "\u{200D}", "\u{301}", "*", "* ", "http://", "http://a ", "\r", "x.\n", ".[1]",
        "。", "「",
        "• ", "-", ". - ", "? ¿", "... (", ". )", "\n.", "“‘„«", "(a. ", "a-b'c/", "1. ", ".1 ", "a\n\n",
        "word ",
        "some words that make a line of fifty characters.\n",
        "some words that make a line of fifty characters\n",
    ]

    @Test(arguments: nasty)
    func `splitting is linear for adversarial texts`(part: String) {
        // CPU time of this thread, because wall-clock time would include other tests.
        let start = ThreadTime.seconds
        defer { #expect(ThreadTime.seconds - start < 60) }
        let count = (TestLength.isLong ? 200_000 : 60_000) / part.utf8.count
        let bytes = Array(String(repeating: part, count: count).utf8)
        #expect(violation(bytes, spans(bytes, "en")) == nil)
        let word = Array(String(repeating: "a", count: 1000).utf8)
        #expect(violation(word + bytes + word, spans(word + bytes + word, "")) == nil)
    }
}

extension StringProtocol {
    /// The string without white space and byte order marks at its ends.
    fileprivate var trimmed: String {
        let scalars = unicodeScalars.drop(while: \.isBlank)
        return String(String.UnicodeScalarView(scalars.reversed().drop(while: \.isBlank).reversed()))
    }

    fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.isBlank) }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { properties.isWhitespace || value == 0xFEFF || value == 0x200B }
}
