import Foundation
import IlkText
import IlkVocabulary
import Testing

@Suite struct `Text features` {
    private func features(_ text: String) throws -> TextFeatures {
        let analyzer = try TextAnalyzer()
        var analysis = TextAnalysis()
        analyzer.analyze(text, into: &analysis)
        return analysis.features
    }

    struct Fact: CustomTestStringConvertible, Sendable {
        let text: String
        let feature: TextFeature
        let value: Double
        var testDescription: String { "\(feature.name) of '\(text.prefix(30))'" }

        init(_ text: String, _ feature: TextFeature, _ value: Double) {
            self.text = text
            self.feature = feature
            self.value = value
        }
    }

    static let facts: [Fact] = [
        Fact("", .wordCount, 0), Fact("", .lexicalDiversity, 1), Fact("", .formalityScore, 0.5),
        Fact("One. Two! Three?", .sentenceCount, 3), Fact("One. Two! Three?", .questionMarkCount, 1),
        Fact("a b a b", .lexicalDiversity, 0.5), Fact("né", .characterCount, 2),
        Fact("né", .nonASCIIRatio, 0.5),
        Fact("ABcd", .uppercaseRatio, 0.5), Fact("ab 12", .digitRatio, 0.5),
        Fact("a b", .whitespaceRatio, 1.0 / 3),
        Fact("wait... what… no.", .ellipsisCount, 2), Fact("see https://example.com/a?b", .urlCount, 1),
        Fact("www.example.com or http://example.org", .urlCount, 2),
        Fact("write to ana@example.com now", .emailAddressCount, 1), Fact("thanks @ana!", .mentionCount, 1),
        Fact("ana@example.com", .mentionCount, 0), Fact("so #happy #2024 #a1", .hashtagCount, 2),
        Fact("C# and #include", .hashtagCount, 1), Fact("yes 🎉🎉", .emojiCount, 2),
        Fact("ok :-) ;)", .emoticonCount, 2),
        Fact("std::cout", .emoticonCount, 0), Fact("at 14:05 and 9:30", .timeCount, 2),
        Fact("at 10:20:30", .timeCount, 1),
        Fact("From: a@example.com\nSubject: hi\n\nText", .headerLineCount, 2),
        Fact("> a\n> b\nc", .quotedLineCount, 2),
        Fact("Dear Ana,\n\nthe text.\n\nBest regards,\nBo", .greeting, 1),
        Fact("Dear Ana,\n\nthe text.\n\nBest regards,\nBo", .closing, 1),
        Fact("Hey Sarah, are we still on for lunch today?", .greeting, 0),
        Fact("text\n-- \nBo", .signature, 1),
        Fact("u r late lol", .chatWordRatio, 0.75), Fact("sooo goood", .elongationCount, 2),
        Fact("<ana> hi\n<bo> yo", .speakerLineRatio, 1), Fact("[12:03] ana: hi", .speakerLineRatio, 1),
        Fact("12:03 ana: hi\nnope", .speakerLineRatio, 0.5), Fact("hello", .lowercaseStart, 1),
        Fact("\"Hello", .lowercaseStart, 0), Fact("lower. Upper.", .uncapitalizedSentenceRatio, 0.5),
        Fact("how to boil an egg", .questionWordStart, 1), Fact("It ends here.", .finalStop, 1),
        Fact("he said \"yes.\"", .finalStop, 1), Fact("no end", .finalStop, 0),
        Fact("no marks at all", .unpunctuated, 1),
        Fact("if (x) {\n    return y;\n}", .indentedLineRatio, 1.0 / 3),
        Fact("if (x) {\n    return y;\n}", .codeLineEndRatio, 1),
        Fact("// note\nx = 1", .commentLineRatio, 0.5),
        Fact("fooBar snake_case plain", .identifierRatio, 2.0 / 3),
        Fact("## Heading\n\nText here.", .headingLineRatio, 0.5),
        Fact("- a\n- b\ntext", .listLineRatio, 2.0 / 3),
        Fact("We saw Ana in Paris", .capitalizedWordRatio, 0.4),
        Fact("one\ntwo\n\nthree", .paragraphCount, 2),
        Fact("one\r\ntwo\rthree", .lineCount, 3),
    ]

    @Test(arguments: facts)
    func `are what a person would count`(fact: Fact) throws {
        #expect(abs(try features(fact.text)[fact.feature] - fact.value) < 1e-9)
    }

    @Test(arguments: [
        ("I'm gonna be late", "I am going to be late"), ("u ok?", "you ok?"), ("Great!!!", "Great."),
        ("we can't attend", "we cannot attend"),
        ("hey guys whats up", "Dear colleagues, I hope you are well."),
        ("that is sooo cool", "that is so cool"),
    ])
    func `formality rises with the full form`(informal: String, formal: String) throws {
        #expect(try features(informal).formalityScore < features(formal).formalityScore)
    }

    @Test func `every value is finite and every ratio between 0 and 1, whatever the text`() throws {
        let seed: UInt64 = 20_261_121
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "B", " ", "\n", "@x", "#y", ":)", "://", "…", "é", "漢", "🎉", "\u{301}", "> ", "--", "\t",
            "{", ";", "9:59",
        ]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0..<40, using: &random))
                .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
            let features = try features(text)
            for feature in TextFeature.allCases {
                let value = features[feature]
                #expect(value.isFinite && value >= 0, "seed \(seed)")
                if feature.name.hasSuffix("Ratio") || feature == .formalityScore {
                    #expect(value <= 1, "\(feature.name), seed \(seed)")
                }
            }
        }
    }

    @Test func `come back from JSON as they were, with counts as whole numbers`() throws {
        let features = try features("Dear Ana,\n\nplease find attached 3 files.\n\nRegards,\nBo")
        let data = try JSONEncoder().encode(features)
        #expect(try JSONDecoder().decode(TextFeatures.self, from: data) == features)
        let text = try #require(String(data: data, encoding: .utf8))
        #expect(text.contains("\"wordCount\":9"))
        #expect(text.contains("\"schemaVersion\":1"))
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014): the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
