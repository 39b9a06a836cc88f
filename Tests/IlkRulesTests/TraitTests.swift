import IlkRuleTools
import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Phrases, scripts, languages and near requirements: a matcher, a text, and the matches.
@Suite struct `Traits` {
    /// Returns the matches of the first matcher, separated by `|`.
    private func places(_ match: String, _ text: String) throws -> String {
        let pack = RuleFixture.pack(RuleFixture.rule("a.b", match: match, when: "count(m) < 0 or m"))
        let ruleSet = try RuleFixture.ruleSet(pack)
        var found: [String] = []
        let analysis = try RuleFixture.analysis(text)
        // Checks the rule set as built, and as loaded from compiled rules.
        let bytes = CompiledRules.bytes(of: ruleSet, from: [RuleSource(name: "test.yaml", text: pack)])
        let read = try bytes.withUnsafeBytes {
            try CompiledRules.ruleSet(from: $0, taxonomy: .documentType)
        }
        for set in [ruleSet, read] {
            let matcher = RuleMatcher(set)
            // Evaluates twice, to check that no state remains from the previous text.
            for _ in 0..<2 { matcher.evaluate(analysis) }
            let places = AnalyzedText.View.with(analysis) { text in
                let state = matcher.resolve(0, text)
                return matcher.matches[Int(state.spanStart)..<Int(state.spanStart + state.spanCount)]
            }
            found.append(places.map { analysis.text(in: $0) }.joined(separator: "|"))
            #expect(!matcher.hits.isEmpty == !places.isEmpty)
        }
        #expect(found[0] == found[1])
        return found[0]
    }

    @Test(arguments: [
        ("phrase: look forward", "We look forward to it", "look forward"),
        ("phrase: look forward", "Look. Forward!", "Look. Forward"),
        ("phrase: look forward", "look\n\n> forward", "look\n\n> forward"),
        ("phrase: look forward", "look not forward", ""),
        ("phrase: look forward, gap: 1", "look not forward", "look not forward"),
        ("phrase: look forward, gap: 1", "look not too forward", ""),
        ("phrase: look forward, gap: 2", "look not too forward", "look not too forward"),
        ("phrase: look forward, gap: 3", "look and look forward", "look forward"),
        ("phrase: look forward", "forward look", ""),
        ("phrase: look forward", "LOOK FORWARD", "LOOK FORWARD"),
        ("phrase: look forward", "look forwards", ""),
        ("phrase: [a b c], gap: 1", "a b b x c", "a b b x c"),
        ("phrase: [a b c], gap: 1", "a b x x c", ""),
        ("phrase: [a a], gap: 0", "a a a", "a a"),
        ("phrase: [a a], gap: 0", "a a a a", "a a|a a"),
        ("phrase: [a b a], gap: 0", "a b a b a b a", "a b a|a b a"),
        ("phrase: [a b, c d], gap: 0", "c d a b", "c d|a b"),
        ("phrase: [a b c, b c], gap: 0", "a b c", "a b c"),
        ("phrase: [hello], gap: 5", "hello, hello", "hello|hello"),
        ("phrase: [спокойной ночи], gap: 1", "Спокойной вам ночи", "Спокойной вам ночи"),
        ("phrase: [a b], gap: 2, at: start", "a a b", "a a b"),
        ("phrase: [a b], gap: 2, at: start", "x a b", ""),
        ("phrase: [a b], gap: 3, at: end", "a b x b", "a b x b"),
        ("phrase: [a b], gap: 1, at: end", "a b x", ""),
        ("phrase: [a b], gap: 1, at: line-start", "x\na y b", "a y b"),
        ("phrase: [a b], gap: 1, at: line-start", "x a y b", ""),
        ("phrase: [a b], gap: 1, lines: 1", "a x\nb", ""),
        ("phrase: [a b], gap: 1, lines: 2", "a x\nb", "a x\nb"),
        ("script: Greek", "abc αβγ δ", "αβγ|δ"),
        ("script: greek", "abc", ""),
        ("script: Grek", "Ελλάς 12", "Ελλάς"),
        ("script: Greek", "abγ", ""),
        ("script: [Greek, Latin]", "abγ 7", "abγ"),
        ("script: Latin", "one 2 tw3 ü é", "one|tw3|ü|é"),
        ("script: Latin", "", ""),
        ("script: Cyrillic", "мир мiр", "мир"),
        ("script: [Han, Hiragana, Katakana]", "abc カタカナ", "カタカナ"),
        ("script: Cyrillic, at: start", "\n мир это", "мир"),
        ("script: Cyrillic, at: start", "a мир", ""),
        ("script: Cyrillic, at: end", "a мир ", "мир"),
        ("script: Cyrillic, at: line-start", "a мир\nдом", "дом"),
        ("script: Cyrillic, lines: 1", "мир\nдом", "мир"),
        ("script: Hebrew, lines: 1", "a\nשלום", ""),
    ])
    func `phrases match in word order, and scripts match their words`(
        _ body: String, _ text: String, _ expected: String
    ) throws {
        #expect(try places("m: { \(body) }", text) == expected, "\(body) in \(text)")
    }

    static let german = "Der Zug nach Süden fährt heute leider erst um halb neun ab."

    @Test(arguments: [
        ("language: de", german, true),
        ("language: [en, de]", german, true),
        ("language: en", german, false),
        ("language: de, confidence: 1", "Der Zug", false),
        ("language: de, at: start", german, true),
        ("language: de, at: end", german + "\n", true),
        ("language: de, lines: 1", german, true),
        ("language: de, lines: 1", german + "\nMorgen ist es anders.", false),
        ("language: el", "Καλημέρα", true),
        ("language: el", "12", false),
        ("language: de", "", false),
    ])
    func `languages match the whole text`(_ body: String, _ text: String, _ expected: Bool) throws {
        #expect(try !places("m: { \(body) }", text).isEmpty == expected, "\(body) in \(text)")
    }

    @Test(arguments: [
        ("words: [dog]", "literal: '!'", "words: 2", "dog ! one two dog three dog", "dog|dog"),
        ("words: [dog]", "literal: '!'", "words: 0", "dog ! one dog!", "dog|dog"),
        ("words: [dog]", "literal: '!'", "words: 5", "dog", ""),
        ("words: [dog]", "literal: '!'", "lines: 0", "dog\n! dog", "dog"),
        ("words: [dog]", "literal: '!'", "lines: 1", "dog\n! dog\n\ndog", "dog|dog"),
        ("literal: [x]", "regex: '[0-9]+'", "words: 1", "x a 12 x b c x", "x|x"),
        ("regex: '[A-Z]+'", "words: [by]", "words: 0", "A B by C D", "B|C"),
        ("script: Greek", "words: [in]", "words: 1", "in α in α b c δ", "α|α"),
        ("phrase: [a b], gap: 1", "words: [z]", "words: 0", "a b a x b z", "a x b"),
        ("language: de", "words: [Zug]", "words: 0", german, german),
        ("language: de", "words: [Schiff]", "words: 0", german, ""),
        ("words: [zug]", "language: de", "words: 0", german, "Zug"),
        ("words: [dog], at: start", "words: [cat]", "words: 1", "dog cat dog", "dog"),
        ("words: [dog], at: end", "words: [cat]", "words: 0", "dog cat dog fish", ""),
        ("words: [dog], lines: 1", "words: [cat]", "lines: 1", "dog\ncat dog", "dog"),
    ])
    func `near keeps only close matches`(
        _ own: String, _ other: String, _ limit: String, _ text: String, _ expected: String
    ) throws {
        let match = "m: { \(own), near: { matcher: n, \(limit) } }\nn: { \(other) }"
        #expect(try places(match, text) == expected, "\(match) in \(text)")
    }

    @Test func `near requirements can be chained, and conditions see the filtered matches`() throws {
        let match = """
            m: { words: [a], near: { matcher: n, words: 0 } }
            n: { words: [b], near: { matcher: o, words: 0 } }
            o: { words: [c] }
            """
        #expect(try places(match, "a b c") == "a")
        #expect(try places(match, "a b x c") == "")
        #expect(try places(match, "a x b c") == "")
        let rule = RuleFixture.rule("a.b", match: match, when: "count(m) == 2 and near(m, o, 1 word)")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
        for (text, expected) in [("a b c b a", true), ("a b c a", false), ("a a b c", false)] {
            matcher.evaluate(try RuleFixture.analysis(text))
            #expect(!matcher.hits.isEmpty == expected, "\(text)")
        }
    }

    @Test func `a match near an undecided matcher is undecided`() throws {
        let match = """
            m: { words: [a], near: { matcher: n, words: 0 } }
            n: { regex: 'x|q.{1,900}[^z]{1,900}y' }
            """
        let rules =
            RuleFixture.rule("a.m", match: match, when: "m")
            + RuleFixture.rule("b.two", match: match, when: "count(m) >= 2")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rules)))
        let runaway = String(repeating: "q", count: 30_000) + "y"
        for (text, expected) in [
            ("a x \(runaway)", [false]), ("a x b a \(runaway)", [false, true]),
            ("a \(runaway)", [true, true]),
            ("b x \(runaway)", []), ("a x", [false]),
        ] {
            matcher.evaluate(try RuleFixture.analysis(text))
            #expect(matcher.hits.map(\.isUndecided) == expected, "\(text)")
        }
    }

    @Test func `all features are measured only for rules that test the language`() throws {
        func level(_ match: String) throws -> FeatureLevel {
            try RuleFixture.ruleSet(RuleFixture.pack(RuleFixture.rule("a.b", match: match))).featureLevel
        }
        #expect(try level("m: { language: de }") == .all)
        #expect(try level("m: { script: Greek }") == .classification)
        #expect(try level("m: { phrase: a b, gap: 2 }") == .classification)
    }

    @Test func `phrases with gaps equal an exhaustive search`() throws {
        print("seed 31")
        var generator = SeededGenerator(seed: 31)
        let words = ["a", "b", "c"]
        for _ in 0..<300 {
            let phrase = (0..<Int.random(in: 2...4, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? "a"
            }
            let gap = Int.random(in: 0...2, using: &generator)
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? "a"
            }
            let found = try places(
                "m: { phrase: \(phrase.joined(separator: " ")), gap: \(gap) }", text.joined(separator: " "))
            #expect(
                !found.isEmpty == text.indices.contains { Self.begins(phrase[...], gap, text, at: $0) },
                "\(phrase) with \(gap) in \(text)")
        }
    }

    private static func begins(_ phrase: ArraySlice<String>, _ gap: Int, _ text: [String], at index: Int)
        -> Bool
    {
        guard index < text.count, text[index] == phrase.first else { return false }
        let rest = phrase.dropFirst()
        return rest.isEmpty || (index + 1...index + 1 + gap).contains { begins(rest, gap, text, at: $0) }
    }
}
