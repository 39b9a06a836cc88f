import Foundation
import IlkText
import IlkVocabulary
import TestSupport
import Testing

@Suite struct `Text features` {
    private func features(_ text: String) throws -> TextFeatures {
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        return analysis.features
    }

    static let facts: [FeatureFact] = [
        FeatureFact("", .wordCount, 0), FeatureFact("one 2, three!", .wordCount, 3),
        FeatureFact("", .lexicalDiversity, 1),
        FeatureFact("", .formalityScore, 0.5),
        FeatureFact("One. Two! Three?", .sentenceCount, 3),
        FeatureFact("One. Two! Three?", .questionMarkCount, 1),
        FeatureFact("a b a b", .lexicalDiversity, 0.5), FeatureFact("né", .characterCount, 2),
        FeatureFact("né", .nonASCIIRatio, 0.5),
        FeatureFact("ABcd", .uppercaseRatio, 0.5), FeatureFact("ab 12", .digitRatio, 0.5),
        FeatureFact("a b", .whitespaceRatio, 1.0 / 3),
        FeatureFact("wait... what… no.", .ellipsisCount, 2),
        FeatureFact("see https://example.com/a?b", .urlCount, 1),
        FeatureFact("www.example.com or http://example.org", .urlCount, 2),
        FeatureFact("write to ana@example.com now", .emailAddressCount, 1),
        FeatureFact("thanks @ana!", .mentionCount, 1),
        FeatureFact("ana@example.com", .mentionCount, 0),
        FeatureFact("so #happy #2024 #a1", .hashtagCount, 2),
        FeatureFact("C# and #include", .hashtagCount, 1), FeatureFact("yes 🎉🎉", .emojiCount, 2),
        FeatureFact("ok :-) ;)", .emoticonCount, 2),
        FeatureFact("std::cout", .emoticonCount, 0), FeatureFact("at 14:05 and 9:30", .timeCount, 2),
        FeatureFact("at 10:20:30", .timeCount, 1),
        FeatureFact("From: a@example.com\nSubject: hi\n\nText", .headerLineCount, 2),
        FeatureFact("> a\n> b\nc", .quotedLineCount, 2),
        FeatureFact("Dear Ana,\n\nthe text.\n\nBest regards,\nBo", .greeting, 1),
        FeatureFact("Dear Ana,\n\nthe text.\n\nBest regards,\nBo", .closing, 1),
        FeatureFact("Hey Sarah, are we still on for lunch today?", .greeting, 0),
        FeatureFact("text\n-- \nBo", .signature, 1),
        FeatureFact("u r late lol", .chatWordRatio, 0.75), FeatureFact("sooo goood", .elongationCount, 2),
        FeatureFact("<ana> hi\n<bo> yo", .speakerLineRatio, 1),
        FeatureFact("[12:03] ana: hi", .speakerLineRatio, 1),
        FeatureFact("12:03 ana: hi\nnope", .speakerLineRatio, 0.5), FeatureFact("hello", .lowercaseStart, 1),
        FeatureFact("\"Hello", .lowercaseStart, 0),
        FeatureFact("lower. Upper.", .uncapitalizedSentenceRatio, 0.5),
        FeatureFact("how to boil an egg", .questionWordStart, 1), FeatureFact("It ends here.", .finalStop, 1),
        FeatureFact("he said \"yes.\"", .finalStop, 1), FeatureFact("no end", .finalStop, 0),
        FeatureFact("no marks at all", .unpunctuated, 1),
        FeatureFact("if (x) {\n    return y;\n}", .indentedLineRatio, 1.0 / 3),
        FeatureFact("if (x) {\n    return y;\n}", .codeLineEndRatio, 1),
        FeatureFact("// note\nx = 1", .commentLineRatio, 0.5),
        FeatureFact("fooBar snake_case plain", .identifierRatio, 2.0 / 3),
        FeatureFact("## Heading\n\nText here.", .headingLineRatio, 0.5),
        FeatureFact("- a\n- b\ntext", .listLineRatio, 2.0 / 3),
        FeatureFact("We saw Ana in Paris", .capitalizedWordRatio, 0.4),
        FeatureFact("one\ntwo\n\nthree", .paragraphCount, 2),
        FeatureFact("one\r\ntwo\rthree", .lineCount, 3),
    ]

    static let finerFacts: [FeatureFact] = [
        FeatureFact("aa bbbb", .meanWordLength, 3), FeatureFact("aa bbbb", .wordLengthDeviation, 1),
        FeatureFact("One two. Three four.", .meanSentenceLength, 2),
        FeatureFact("ab\n\nabcd", .meanLineLength, 3),
        FeatureFact("ab\n\nabcd", .lineLengthDeviation, 1), FeatureFact("a, b.", .punctuationRatio, 0.5),
        FeatureFact("a+b", .symbolRatio, 1.0 / 3), FeatureFact("Stop! ¡Ya!", .exclamationMarkCount, 3),
        FeatureFact("\"a\" «b» “c”", .quotationMarkCount, 6), FeatureFact("(a) [b] {c}", .bracketCount, 6),
        FeatureFact("a b2 33 c", .numberWordRatio, 0.5), FeatureFact("me and I", .firstPersonRatio, 2.0 / 3),
        FeatureFact("you and your dog", .secondPersonRatio, 0.5),
        FeatureFact("don't go, it's late", .contractionRatio, 0.5),
        FeatureFact("the end of it", .functionWordRatio, 0.75),
        FeatureFact("func main() { var x }", .codeKeywordRatio, 0.5),
        FeatureFact("one two\n\nthree four five six", .meanParagraphLength, 3),
        FeatureFact("walked and wanted red", .pastTenseRatio, 0.5),
        FeatureFact("a\nabc\nab", .longestLineLength, 3),
        FeatureFact("a\n\nb\n\n", .blankLineRatio, 0.5),
        FeatureFact("Name: Ana\nhello", .keyValueLineRatio, 0.5),
        FeatureFact("a\n----\n", .symbolLineRatio, 0.5),
        FeatureFact(
            "This line is as long as lines of wrapped mail commonly are.\nShort.", .wrappedLineRatio, 0.5),
        FeatureFact("It was the best of times.\nx = 1;", .proseLineRatio, 0.5),
        FeatureFact("It was the best of times.\nx = 1;", .codeLineRatio, 0.5),
        FeatureFact("the cat ate a mouse", .articleRatio, 0.4),
        FeatureFact("it is what it was", .auxiliaryRatio, 0.4),
        FeatureFact("in the box on the shelf", .prepositionRatio, 1.0 / 3),
        FeatureFact("and so but", .conjunctionRatio, 1),
        FeatureFact("she saw him", .thirdPersonRatio, 2.0 / 3),
        FeatureFact("we lost our dog", .firstPersonPluralRatio, 0.5),
        FeatureFact("extraordinary day", .longWordRatio, 0.5),
        FeatureFact("going along singing", .progressiveRatio, 2.0 / 3),
        FeatureFact("NASA and ESA met", .allCapsWordRatio, 0.5),
        FeatureFact("One two Three four", .titleCaseRatio, 0.5),
        FeatureFact("i know i do", .lowercasePronounCount, 2),
        FeatureFact("dont you cant", .missingApostropheCount, 2),
        FeatureFact("dinner tonight", .arrangementWordRatio, 1),
        FeatureFact("players and fans", .opinionWordRatio, 2.0 / 3),
        FeatureFact("invoice attached", .correspondenceWordRatio, 1),
        FeatureFact("officials announced", .reportWordRatio, 1),
        FeatureFact("parameter of values", .instructionWordRatio, 2.0 / 3),
        FeatureFact("What?! No!!! Ok!", .repeatedMarkCount, 2), FeatureFact("a, b, c", .commaCount, 2),
        FeatureFact("a - b -- c – d e-f", .dashCount, 3), FeatureFact("f(x) (y)", .parenthesisCount, 2),
        FeatureFact("f(x) (y)", .callCount, 1), FeatureFact("{ { }", .braceCount, 2),
        FeatureFact("a;\nb; c;", .statementEndCount, 2),
        FeatureFact("x = 1; y == 2; a->b", .assignmentCount, 2), FeatureFact("<p>a</p> < b", .tagCount, 2),
        FeatureFact("“a” ‘b’", .curlyQuoteCount, 4), FeatureFact("a , b . c", .spacedMarkCount, 2),
        FeatureFact("a,b c?d", .tightMarkCount, 2),
        FeatureFact("$5, € 7, 9£, 5 dollars, 3 ₹ or US$", .moneyCount, 4),
        FeatureFact("in 1999, not 3000 or 19991", .yearCount, 1),
        FeatureFact("+44 20 7946 0958", .phoneCount, 1), FeatureFact("(555) 123-4567 x", .phoneCount, 1),
        FeatureFact("+1 (555) 123-4567", .phoneCount, 1), FeatureFact("555.123.4567", .phoneCount, 1),
        FeatureFact("192.168.100.200 3.14159265358", .phoneCount, 0),
        FeatureFact("1234567890123456789", .phoneCount, 0),
        FeatureFact("12345", .phoneCount, 0), FeatureFact("/usr/bin and a.py", .pathCount, 2),
        FeatureFact("On Monday Ana wrote:\n> hi", .attributionCount, 1),
        FeatureFact("Re: lunch", .subjectPrefix, 1),
        FeatureFact("hello there", .greetingStart, 1), FeatureFact("ana: see you", .addresseeStart, 1),
        FeatureFact("write to ana@example.com.", .emailAddressCount, 1),
        FeatureFact("ana@example. Com", .emailAddressCount, 0),
    ]

    @Test func `every feature has a fact with a value other than 0`() {
        let known = Set(
            (Self.facts + Self.finerFacts).filter { $0.value != 0 }.map(\.feature)
                + `Features on request`.facts.filter { $0.value != 0 }.map(\.feature))
        // These features have separate tables and tests.
        let elsewhere: Set<TextFeature> = [.dateCount, .timestampLineRatio, .languageConfidence]
        #expect(
            TextFeature.allCases.filter { !known.contains($0) && !elsewhere.contains($0) }.map(\.name) == [])
    }

    @Test(arguments: facts + finerFacts)
    func `features have the expected values`(fact: FeatureFact) throws {
        #expect(abs(try features(fact.text)[fact.feature] - fact.value) < 1e-9)
    }

    @Test(arguments: [
        ("I'm gonna be late", "I am going to be late"), ("u ok?", "you ok?"), ("Great!!!", "Great."),
        ("we can't attend", "we cannot attend"),
        ("hey guys whats up", "Dear colleagues, I hope you are well."),
        ("that is sooo cool", "that is so cool"),
    ])
    func `full forms raise the formality`(informal: String, formal: String) throws {
        #expect(try features(informal).formalityScore < features(formal).formalityScore)
    }

    @Test func `every value is finite and every ratio is between 0 and 1`() throws {
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

    @Test func `features survive a JSON round trip, with counts as integers`() throws {
        let features = try features("Dear Ana,\n\nplease find attached 3 files.\n\nRegards,\nБо")
        let data = try JSONEncoder().encode(features)
        #expect(try JSONDecoder().decode(TextFeatures.self, from: data) == features)
        let text = try #require(String(data: data, encoding: .utf8))
        #expect(text.contains("\"wordCount\":9"))
        #expect(text.contains("\"script\":\"Latn\"") && features.scripts.count == 2)
        #expect(text.contains("\"schemaVersion\":3"))
    }
}
