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
        Fact("", .wordCount, 0), Fact("one 2, three!", .wordCount, 3), Fact("", .lexicalDiversity, 1),
        Fact("", .formalityScore, 0.5),
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

    static let finerFacts: [Fact] = [
        Fact("aa bbbb", .meanWordLength, 3), Fact("aa bbbb", .wordLengthDeviation, 1),
        Fact("One two. Three four.", .meanSentenceLength, 2), Fact("ab\n\nabcd", .meanLineLength, 3),
        Fact("ab\n\nabcd", .lineLengthDeviation, 1), Fact("a, b.", .punctuationRatio, 0.5),
        Fact("a+b", .symbolRatio, 1.0 / 3), Fact("Stop! ¡Ya!", .exclamationMarkCount, 3),
        Fact("\"a\" «b» “c”", .quotationMarkCount, 6), Fact("(a) [b] {c}", .bracketCount, 6),
        Fact("a b2 33 c", .numberWordRatio, 0.5), Fact("me and I", .firstPersonRatio, 2.0 / 3),
        Fact("you and your dog", .secondPersonRatio, 0.5),
        Fact("don't go, it's late", .contractionRatio, 0.5),
        Fact("the end of it", .functionWordRatio, 0.75),
        Fact("func main() { var x }", .codeKeywordRatio, 0.5),
        Fact("one two\n\nthree four five six", .meanParagraphLength, 3),
        Fact("walked and wanted red", .pastTenseRatio, 0.5), Fact("a\nabc\nab", .longestLineLength, 3),
        Fact("a\n\nb\n\n", .blankLineRatio, 0.5), Fact("Name: Ana\nhello", .keyValueLineRatio, 0.5),
        Fact("a\n----\n", .symbolLineRatio, 0.5),
        Fact("This line is as long as lines of wrapped mail commonly are.\nShort.", .wrappedLineRatio, 0.5),
        Fact("It was the best of times.\nx = 1;", .proseLineRatio, 0.5),
        Fact("It was the best of times.\nx = 1;", .codeLineRatio, 0.5),
        Fact("the cat ate a mouse", .articleRatio, 0.4),
        Fact("it is what it was", .auxiliaryRatio, 0.4),
        Fact("in the box on the shelf", .prepositionRatio, 1.0 / 3),
        Fact("and so but", .conjunctionRatio, 1), Fact("she saw him", .thirdPersonRatio, 2.0 / 3),
        Fact("we lost our dog", .firstPersonPluralRatio, 0.5), Fact("extraordinary day", .longWordRatio, 0.5),
        Fact("going along singing", .progressiveRatio, 2.0 / 3),
        Fact("NASA and ESA met", .allCapsWordRatio, 0.5),
        Fact("One two Three four", .titleCaseRatio, 0.5), Fact("i know i do", .lowercasePronounCount, 2),
        Fact("dont you cant", .missingApostropheCount, 2), Fact("dinner tonight", .arrangementWordRatio, 1),
        Fact("players and fans", .opinionWordRatio, 2.0 / 3),
        Fact("invoice attached", .correspondenceWordRatio, 1),
        Fact("officials announced", .reportWordRatio, 1),
        Fact("parameter of values", .instructionWordRatio, 2.0 / 3),
        Fact("What?! No!!! Ok!", .repeatedMarkCount, 2), Fact("a, b, c", .commaCount, 2),
        Fact("a - b -- c – d e-f", .dashCount, 3), Fact("f(x) (y)", .parenthesisCount, 2),
        Fact("f(x) (y)", .callCount, 1), Fact("{ { }", .braceCount, 2),
        Fact("a;\nb; c;", .statementEndCount, 2),
        Fact("x = 1; y == 2; a->b", .assignmentCount, 2), Fact("<p>a</p> < b", .tagCount, 2),
        Fact("“a” ‘b’", .curlyQuoteCount, 4), Fact("a , b . c", .spacedMarkCount, 2),
        Fact("a,b c?d", .tightMarkCount, 2),
        Fact("$5, € 7, 9£, 5 dollars, 3 ₹ or US$", .moneyCount, 4),
        Fact("in 1999, not 3000 or 19991", .yearCount, 1),
        Fact("+44 20 7946 0958", .phoneCount, 1), Fact("(555) 123-4567 x", .phoneCount, 1),
        Fact("+1 (555) 123-4567", .phoneCount, 1), Fact("555.123.4567", .phoneCount, 1),
        Fact("192.168.100.200 3.14159265358", .phoneCount, 0), Fact("1234567890123456789", .phoneCount, 0),
        Fact("12345", .phoneCount, 0), Fact("/usr/bin and a.py", .pathCount, 2),
        Fact("On Monday Ana wrote:\n> hi", .attributionCount, 1), Fact("Re: lunch", .subjectPrefix, 1),
        Fact("hello there", .greetingStart, 1), Fact("ana: see you", .addresseeStart, 1),
        Fact("write to ana@example.com.", .emailAddressCount, 1),
        Fact("ana@example. Com", .emailAddressCount, 0),
    ]

    @Test func `every feature has a fact that is not nothing`() {
        let known = Set(
            (Self.facts + Self.finerFacts).filter { $0.value != 0 }.map(\.feature)
                + `Features on request`.facts.filter { $0.value != 0 }.map(\.feature))
        // Tables and tests of their own.
        let elsewhere: Set<TextFeature> = [.dateCount, .timestampLineRatio, .languageConfidence]
        #expect(
            TextFeature.allCases.filter { !known.contains($0) && !elsewhere.contains($0) }.map(\.name) == [])
    }

    @Test(arguments: facts + finerFacts)
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
                #expect(value.isFinite, "seed \(seed)")
                #expect(value >= 0 || feature == .fleschReadingEase, "\(feature.name), seed \(seed)")
                if feature.name.hasSuffix("Ratio") || feature == .formalityScore {
                    #expect(value <= 1, "\(feature.name), seed \(seed)")
                }
            }
        }
    }

    @Test func `come back from JSON as they were, with counts as whole numbers`() throws {
        let features = try features("Dear Ana,\n\nplease find attached 3 files.\n\nRegards,\nБо")
        let data = try JSONEncoder().encode(features)
        #expect(try JSONDecoder().decode(TextFeatures.self, from: data) == features)
        let text = try #require(String(data: data, encoding: .utf8))
        #expect(text.contains("\"wordCount\":9"))
        #expect(text.contains("\"script\":\"Latn\"") && features.scripts.count == 2)
        #expect(text.contains("\"schemaVersion\":2"))
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
