import IlkRules
import IlkText
import IlkVocabulary
import RuleTestSupport
import Testing

/// A table of matchers, conditions and texts, with `true` if the rule matches.
@Suite struct `Rule language` {
    static let matchers = """
        hi: { words: [hello, good morning, "don't"] }
        you: { words: [you] }
        dash: { literal: '--' }
        to: { regex: '(?im)^to:[ \\t]+\\S' }
        """

    private func check(_ condition: String?, _ text: String, _ expected: Bool, match: String = matchers)
        throws
    {
        let pack = RuleFixture.pack(
            RuleFixture.rule("a.b", match: match, when: condition.map { "\"\($0)\"" }))
        let matcher = RuleMatcher(try RuleFixture.ruleSet(pack))
        matcher.evaluate(try RuleFixture.analysis(text))
        #expect(!matcher.hits.isEmpty == expected, "\(condition ?? "") on \(text.debugDescription)")
    }

    @Test(arguments: [
        ("hi", "Hello there", true),
        ("hi", "Hell o there", false),
        ("not hi", "Hello there", false),
        ("not not hi", "Hello there", true),
        ("hi and you", "hello you", true),
        ("hi and you", "hello", false),
        ("hi or you", "you", true),
        ("hi or you and dash", "hello", true),
        ("(hi or you) and dash", "hello", false),
        ("not hi or you", "hello you", true),
        ("not (hi or you)", "hello", false),
        ("any(hi, you)", "you", true),
        ("all(hi, you)", "you", false),
        ("none(hi, you)", "nobody", true),
        ("none(hi, you)", "you", false),
        ("any(hi and you, dash)", "you --", true),
        ("2 of (hi, you, dash)", "you --", true),
        ("2 of (hi, you, dash)", "you", false),
        ("3 of (hi, you, dash)", "hello you --", true),
        ("count(you) == 2", "you and you", true),
        ("count(you) != 2", "you and you", false),
        ("count(you) > count(hi)", "you and you, hello", true),
        ("count(you) <= 1", "nobody", true),
        ("1 < count(you)", "you and you", true),
        ("wordCount >= 3", "one two three", true),
        ("wordCount < 3", "one two three", false),
        ("uppercaseRatio > 0.5", "SHOUTING", true),
        ("lineCount == 2 and hi", "hello\n\nthere", true),
        ("formalityScore > -1", "any text", true),
        ("wordCount < 3 words", "one two", true),
        ("wordCount == 1 word", "one two", false),
        ("uppercaseRatio > 50 %", "SHOUTING", true),
        ("uppercaseRatio > 50%", "Whispering", false),
        ("20 % < uppercaseRatio", "SHOUTING", true),
        ("meanWordLength > 5 characters", "longish words", true),
        ("meanWordLength > 5 characters and 2 of (hi, you)", "hello you", false),
        ("meanSentenceLength >= 2 words", "One two. One two.", true),
        ("count(you) >= 2 times", "you and you", true),
        ("hi and you or dash", "--", true),
        ("hi or dash and you", "hello", true),
        ("not hi and you", "you", true),
        ("not (hi and you)", "hello", true),
        ("not hi or you and dash", "hello you", false),
        ("near(hi, you, 0 words)", "hello you", true),
        ("near(hi, you, 0 words)", "hello to you", false),
        ("near(hi, you, 1 word)", "hello to you", true),
        ("near(you, hi, 1 words)", "hello to you", true),
        ("near(hi, you, 1 words)", "you. One two. hello then you", true),
        ("near(hi, you, 1 words)", "hello", false),
        ("near(hi, you, 0 lines)", "hello and you", true),
        ("near(hi, you, 0 lines)", "hello\nyou", false),
        ("near(hi, you, 1 line)", "hello\r\nyou", true),
        ("to", "TO: me", true),
        ("to", "goto: me", false),
        ("to", "a\nto: b", true),
    ])
    func `conditions match as expected`(_ condition: String, _ text: String, _ expected: Bool) throws {
        try check(condition, text, expected)
    }

    @Test(arguments: [
        ("m: { words: [hello] }", "HELLO!", true),
        ("m: { words: [hello] }", "othello", false),
        ("m: { words: [straße] }", "STRASSE", true),
        ("m: { words: [été] }", "l'hiver et l'ÉTÉ", false),
        ("m: { words: [été] }", "ÉTÉ", true),
        ("m: { words: [привет] }", "Привет, мир", true),
        ("m: { words: [\"don't\"] }", "Don’t", true),
        ("m: { words: good morning }", "Good\n  morning", true),
        ("m: { words: [good morning] }", "good-morning", true),
        ("m: { words: [good morning] }", "good\u{A0}morning", true),
        ("m: { words: [good morning] }", "good \u{2003}\u{3000}morning", true),
        ("m: { words: [good morning] }", "good\u{85}\u{1680}\u{2000}\u{200A}morning", true),
        ("m: { words: [good morning] }", "good\u{2028}\u{2029}\u{202F}\u{205F}morning", true),
        ("m: { words: [good morning] }", "good\u{2010}morning", true),
        ("m: { words: [good morning] }", "good\u{2011}morning", true),
        ("m: { words: [good morning] }", "good\u{2013}morning", false),
        ("m: { words: [good morning] }", "good\u{201C}\u{2003}morning", false),
        ("m: { words: [good morning] }", "good. Morning", false),
        ("m: { words: [e-mail] }", "E-Mail", true),
        ("m: { words: [e-mail] }", "e mail", true),
        ("m: { literal: 'Hi' }", "Hi", true),
        ("m: { literal: 'Hi' }", "hi", false),
        ("m: { literal: 'Hi', fold: true }", "hI", true),
        ("m: { literal: 'Hi', fold: true }", "ship", true),
        ("m: { literal: [x, yy], fold: false }", "yy", true),
        ("m: { literal: '№5', fold: true }", "№5", true),
        ("m: { literal: 'STRAßE.', fold: true }", "strasse.", true),
        ("m: { literal: 'a.b(é', fold: true }", "A.B(É", true),
        ("m: { literal: 'a.b(é', fold: true }", "axb(é", false),
        ("m: { regex: 'a+b' }", "xaab", true),
        ("m: { regex: '(?i)kiss' }", "\u{212A}I\u{17F}s", true),
        // The text has the literal with which the expression begins, but only a folded form of the other one.
        ("m: { regex: '(?i)dear .*kindly quickly' }", "dear all, \u{212A}indly quickly", true),
        ("m: { regex: '(?i)dear .*kindly quickly' }", "dear all, \u{212A}indly slow", false),
        ("m: { regex: '(?i)strasse' }", "Straße", true),
        ("m: { regex: '(?i)office' }", "oﬃce", true),
        ("m: { regex: '\\p{Lu}{3}' }", "abc ÄÖÜ", true),
        ("m: { regex: '^b' }", "a\nb", false),
        ("m: { regex: '(?m)^b' }", "a\nb", true),
        ("m: { regex: '(?m)^b' }", "a\u{2028}b", true),
        ("m: { regex: '(?m)^b' }", "a\u{85}b", true),
        // No match begins between CR and LF, unless ICU searches for a literal.
        ("m: { regex: '(?m)^\\n' }", "a\r\nb", false),
        ("m: { regex: '(?m)^\\nfoo' }", "a\r\nfoo", false),
        ("m: { regex: '(?m)^\\nfoo' }", "a\n\nfoo", true),
        ("m: { regex: '(?m)^[\\n]' }", "a\r\n\nb", true),
        // Properties have few letters, and no letter of them folds to k or s.
        ("m: { regex: '(?i)\\p{N}' }", "risk", false),
        ("m: { regex: '(?i)\\p{P}' }", "risk!", true),
    ])
    func `matchers match the expected texts`(_ match: String, _ text: String, _ expected: Bool) throws {
        try check(nil, text, expected, match: match)
    }

    @Test(arguments: [
        ("literal: '--', at: start", "\n -- x", true),
        ("literal: '--', at: start", "x --", false),
        ("literal: '--', at: end", "x -- \n", true),
        ("literal: '--', at: start", "\u{A0}\u{3000}-- x", true),
        ("literal: '--', at: start", "\u{FEFF}-- x", true),
        ("literal: '--', at: start", "x\u{3000}-- x", false),
        ("literal: '--', at: end", "x --\u{2003}\u{85}", true),
        ("literal: '--', at: end", "-- é", false),
        ("literal: '--', at: end", "-- x", false),
        ("literal: '--', at: line-start", "x\n-- y", true),
        ("literal: '--', at: line-start", "x\r-- y", true),
        ("literal: '--', at: line-start", "x\n -- y", false),
        ("words: [thanks], at: end", "many thanks", true),
        ("words: [thanks], at: end", "thanks a lot", false),
        ("words: [thanks], lines: 1", "\n\n thanks\nbye", true),
        ("words: [thanks], lines: 1", "bye\nthanks", false),
        ("words: [thanks], lines: 1", "\u{3000}\n\u{A0}\nthanks", true),
        ("words: [thanks], lines: 2", "bye\n\nthanks\n", true),
        ("words: [thanks], lines: 2, at: line-start", "thanks", true),
        ("regex: '[0-9]+', at: start", "12 a", true),
        ("regex: '[0-9]+', at: start", "a 12", false),
        ("regex: '[0-9]+', at: end", "1 a 12", true),
        ("regex: '[0-9]+', lines: 1", "a\n12", false),
        ("regex: '(?m)[0-9]+$', at: line-start", "12\nab", true),
    ])
    func `positions restrict matches`(_ body: String, _ text: String, _ expected: Bool) throws {
        try check(nil, text, expected, match: "m: { \(body) }")
    }

    @Test func `conditions can refer to other rules in any order`() throws {
        let rules =
            RuleFixture.rule("c.last", match: "m: { words: [one] }")
            + RuleFixture.rule("a.first", match: "", when: "rule(b.middle) and not rule(d.off)")
            + RuleFixture.rule("b.middle", match: "", when: "rule(c.last)")
            + RuleFixture.rule("d.off", match: "m: { words: [one] }", status: "deprecated")
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rules))
        let matcher = RuleMatcher(ruleSet)
        matcher.evaluate(try RuleFixture.analysis("one"))
        #expect(matcher.hits.map { ruleSet.rules[$0.rule].id } == ["a.first", "b.middle", "c.last"])
        matcher.evaluate(try RuleFixture.analysis("two"))
        #expect(matcher.hits.isEmpty)
    }

    @Test func `evidence spans are the matches of non-negated matchers`() throws {
        let rule = RuleFixture.rule(
            "a.b",
            match: "hi: { words: [good morning, good] }\nno: { literal: '!' }\nx: { literal: [aa, a] }",
            when: "(hi or x) and count(no) < 3 and not no")
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rule))
        let matcher = RuleMatcher(ruleSet)
        matcher.evaluate(try RuleFixture.analysis("aaa good morning, good"))
        #expect(
            matcher.spans == [
                TextSpan(0, 2), TextSpan(2, 3), TextSpan(4, 16), TextSpan(18, 22),
            ])
        let evidence = matcher.hits.map { matcher.evidence(of: $0) }
        #expect(evidence.map(\.id) == ["a.b"])
        #expect(evidence.map(\.weights) == [[1.5, 0, 0, 0, 0, 0]])
    }

    @Test func `experimental rules fire but do not count`() throws {
        let rules =
            RuleFixture.rule("a.x", match: "m: { words: [one] }", status: "experimental")
            + RuleFixture.rule("b.x", match: "m: { words: [one] }", status: "stable")
            + RuleFixture.rule("c.x", match: "m: { words: [one] }", status: "deprecated")
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rules))
        let matcher = RuleMatcher(ruleSet)
        matcher.evaluate(try RuleFixture.analysis("one"))
        #expect(matcher.hits.map(\.rule) == [0, 1])
        #expect(
            matcher.hits.map { matcher.evidence(of: $0).weights }
                == [[0, 0, 0, 0, 0, 0], [1.5, 0, 0, 0, 0, 0]])
    }

    @Test func `the digest depends on the contents, not on names or order of files`() throws {
        let one = RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { literal: x }"))
        let two = RuleFixture.pack(RuleFixture.rule("a.c", match: "m: { literal: x }"))
        func digest(_ texts: [String], _ names: [String]) -> String? {
            let sources = zip(texts, names).map { RuleSource(name: $1, text: $0) }
            return RulePack.load(sources: sources, taxonomy: .documentType).ruleSet?.digest
        }
        let digest1 = try #require(digest([one, two], ["1", "2"]))
        #expect(digest1.count == 64)
        #expect(digest([two, one], ["x", "y"]) == digest1)
        #expect(digest([one], ["1"]) != digest1)
        #expect(digest([one, two + "# more\n"], ["1", "2"]) != digest1)
    }
}
