import IlkText
import IlkVocabulary
import TestSupport
import Testing

@Suite struct `Feature explainer` {
    private static func analysis(_ text: String) throws -> AnalyzedText {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        return analysis
    }

    /// The parts of random texts, at least one for each feature.
    private static let pieces = [
        "a", "B", "the ", "The ", "was walking ", "wanted", "9", " ", "  ", "\n", "\r\n", "\r", "\t", "\n\n",
        "@x",
        "#y", "#12", ":)", ":-(", "<3", "://", "http://", "www.a", "…", "é", "É", "漢", "カ", "ไทย", "🎉",
        "\u{301}",
        "> ", "--", "-- \n", "{", "}", ";", ";\n", "9:59", "[12:03] ", "From: ", "Subject: ", "Re: ", "Dear ",
        "Hi all,", "Regards,", "On Monday Ana wrote:", "...", "..", ".", ",", "!", "?", "?!", " , ", "a,b",
        "$5",
        "€7", "1999 ", "+44 20 7946 0958", "/usr/bin/", "x.py", "=", "==", "=>", "x = 1", "foo(", "a::b",
        "a->b",
        "snake_x", "camelCase", "<p>", "</div>", "<", "(", ")", "[", "]", "“", "”", "«", "’", "don't", "lol ",
        "u ",
        "i ", "HELLO ", "sooo", "- ", "* ", "1. ", "## Head", "====", "Ana: ", "<nick> ", "//", "# ", "_",
        "\u{A0}",
        "–", "。", "！", "？", "（", "\u{200D}", "\u{1}", "\"yes.\"", "import x", "def f():", "return y;",
        "ana@example.com", "key: value", "\\", "5 May 2024", "May 5th", "2024-05-31", "31/5/24", "31.05.2024",
        "may ", "of ", "слово ", "Слово", "ß", "İ", "ﬁ", "makes ", "table ", "created ",
    ]

    /// ASCII for texts with lengths near a multiple of the block size, where fast loops can fail.
    private static let ascii = Array("abc XYZ 012 .,;:!?(){}[]<>=@#/-_'\"\n$")

    private static func randomText(_ random: inout SeededGenerator) -> String {
        if Bool.random(using: &random) {
            return (0..<Int.random(in: 0...60, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
        }
        let length = 64 * Int.random(in: 0...3, using: &random) + Int.random(in: 0...4, using: &random)
        return String(
            (0..<length).map { _ in ascii[Int.random(in: 0..<ascii.count, using: &random)] })
    }

    @Test func `the fast survey equals the reference bit for bit`() throws {
        let seed: UInt64 = 20_261_122
        var random = SeededGenerator(seed: seed)
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        for number in 0..<4_000 {
            let text = Self.randomText(&random)
            analyzer.analyze(text, into: &analysis)
            for source in FeatureExplainer().explain(analysis) {
                let fast = analysis.features[source.feature]
                guard fast.bitPattern != source.value.bitPattern else { continue }
                let name = source.feature.name
                Issue.record("\(name) is \(fast), not \(source.value): text \(number) of seed \(seed)")
            }
        }
    }

    @Test func `more than 255 words and long lines are counted correctly`() throws {
        let text = String(repeating: "The CEO's fooBar said: I was walking, lol! ", count: 700)
        let analysis = try Self.analysis(text + "\n" + text)
        for source in FeatureExplainer().explain(analysis) {
            #expect(analysis.features[source.feature] == source.value, "\(source.feature.name)")
        }
        #expect(analysis.features[.pastTenseRatio] == 0 && analysis.features[.progressiveRatio] > 0.1)
    }

    @Test func `places are in order, within the text and on character boundaries`() throws {
        let seed: UInt64 = 20_261_123
        var random = SeededGenerator(seed: seed)
        for number in 0..<400 {
            let analysis = try Self.analysis(Self.randomText(&random))
            let bytes = analysis.bytes
            func isEdge(_ offset: Int) -> Bool { offset == bytes.count || bytes[offset] & 0xC0 != 0x80 }
            for source in FeatureExplainer().explain(analysis) {
                var previous = 0
                for span in source.spans {
                    let isSound =
                        previous <= span.lowerBound && span.lowerBound <= span.upperBound
                        && span.upperBound <= bytes.count && isEdge(span.lowerBound)
                        && isEdge(span.upperBound)
                    #expect(isSound, "\(source.feature.name) \(span): text \(number) of seed \(seed)")
                    previous = span.lowerBound
                }
            }
        }
    }

    @Test(
        arguments: [
            ("see https://example.com/a?b, now", .urlCount, ["https://example.com/a?b"]),
            ("(www.example.com)", .urlCount, ["(www.example.com"]),
            ("write to ana@example.com.", .emailAddressCount, ["ana@example.com"]),
            ("thanks @ana! #well_done", .mentionCount, ["@ana"]),
            ("thanks @ana! #well_done", .hashtagCount, ["#well_done"]),
            ("ok :-) ;D <3", .emoticonCount, [":-)", ";D", "<3"]),
            ("at 14:05, 9:30", .timeCount, ["14:05", "9:30"]),
            ("NO Way", .uppercaseRatio, ["NO", "W"]), ("what?! no!!!", .repeatedMarkCount, ["?!", "!!!"]),
            ("wait... what…", .ellipsisCount, ["...", "…"]),
            ("it cost $1,200 or €7.50", .moneyCount, ["$1,200", "€7.50"]),
            ("call 020 7946 0958 now", .phoneCount, ["020 7946 0958"]), ("in 1999", .yearCount, ["1999"]),
            ("<p>a</p>", .tagCount, ["<p>", "</p>"]),
            ("edit /usr/bin/env", .pathCount, ["/usr/bin/env"]),
            ("on May 5th, or 2024-05-31", .dateCount, ["May 5th", "2024-05-31"]),
            ("the 5th of May", .dateCount, ["5th of May"]), ("One. Two!", .sentenceCount, ["One.", "Two!"]),
            ("a\nb\n\nc", .paragraphCount, ["a\nb", "c"]), ("I said so.", .firstPersonRatio, ["I"]),
            ("Dear Ana,\n\nit is.\n\nBest regards,\nBo", .greeting, ["Dear Ana,"]),
            ("Dear Ana,\n\nit is.\n\nBest regards,\nBo", .closing, ["Best regards,"]),
            ("short\nlonger line\n", .longestLineLength, ["longer line"]), ("\"Yes.\"", .finalStop, ["."]),
            ("a  b", .wordCount, ["a", "b"]), ("f(x)", .callCount, ["("]),
            ("x; \ny", .semicolonLineEndRatio, [";"]),
        ] as [(String, TextFeature, [String])])
    func `the counted places are listed`(text: String, feature: TextFeature, expected: [String]) throws {
        let analysis = try Self.analysis(text)
        let source = try #require(FeatureExplainer().explain(analysis).first { $0.feature == feature })
        #expect(source.spans.map { analysis.text(in: $0) } == expected)
    }

    @Test func `ratios list their numerator and denominator`() throws {
        let sources = FeatureExplainer().explain(try Self.analysis("He came. She left!"))
        func formula(_ feature: TextFeature) -> FeatureSource.Formula? {
            sources.first { $0.feature == feature }?.formula
        }
        #expect(formula(.meanSentenceLength) == .ratio(part: 4, of: .words, whole: 2, over: .sentences))
        #expect(formula(.uppercaseRatio) == .ratio(part: 2, of: .places, whole: 13, over: .letters))
        #expect(formula(.meanWordLength) == .ratio(part: 13, of: .characters, whole: 4, over: .words))
        #expect(
            formula(.sentenceLengthDeviation) == .deviation(of: .sentences, count: 2, mean: 2, squares: 8))
        #expect(formula(.fleschReadingEase) == .readingEase(wordsPerSentence: 2, syllablesPerWord: 1))
        #expect(formula(.lix) == .lix(wordsPerSentence: 2, longWordShare: 0))
        #expect(formula(.rix) == .ratio(part: 0, of: .longWords, whole: 2, over: .sentences))
        #expect(sources.map(\.feature) == TextFeature.allCases)
    }
}
