import IlkText
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Expressions are tried only at their literals. They must find the same matches as ICU in the whole text.
@Suite struct `Anchored expressions` {
    private static let patterns = [
        "abc", "\\babc\\b", "(?i)\\babc\\b", "abc|abcd", "abcd|abc", "(abc)+", "(abc|ab)c*", "ab?c*",
        "abc.{0,4}def",
        "(?i)abc[^\\n]{1,6}\\bdef", "(?m)^abc", "(?im)^(abc|def):", "\\Aabc", "abc\\z", "abc$", "(?m)abc$",
        "(?<!x)abc",
        "(?<=x)abc", "abc(?=d)", "abc(?!d)", "(?>ab|abc)d", "a{3}", "aa", "a+b", "(?i)kéy", "(?i)skip", "é+",
        "日本",
        "#\\w+", "\"[^\"]*\"", "\\(\\d+\\)", "https?://\\S+", "abc\\Bd", "abc\\b.",
        "(?i)(dear|hi|hello)\\s+(sir|all)",
        "x(abc)?y", "(?s)abc.*def", "abc[\\s\\S]{0,30}?def", "(?m)^\\n", "(?m)^\\nabc", "(?m)^[\\r\\n]+abc",
        "(?m)(?:^\\nabc|^def)", "(?m)^$", "(?m)^[ a]*$", "(?m)$\\s", "(?m)^(?=a)", "(?m)^\\s*abc|^\\s*def",
        "(?i)\\p{N}", "(?i)\\p{P}k",
    ]
    private static let fragments = [
        "abc", "ABC", "Abcd", "ab", "c", "def", "Def:", "x", "y", "d", "aaa", "a", "b", "xabc", "abcabc",
        "key", "KÉY",
        "kéy", "s\u{212A}ip", "ſkip", "skip", "é", "É", "日本", "#", "#tag", "\"", "(12)", "http://a",
        "https://b.c", "dear",
        "Hello", "sir", "all", " ", "  ", "\n", "\r\n", "\u{2028}", "\u{85}", ":", ".", "\u{301}", "_", "1",
    ]

    /// Returns the first matches of an expression according to ICU.
    private func wanted(_ cursor: ICUExpression, _ bytes: UnsafeBufferPointer<UInt8>, limit: Int)
        -> [TextSpan]?
    {
        guard cursor.begin(bytes) else { return nil }
        var spans: [TextSpan] = []
        while spans.count < limit {
            switch cursor.next() {
            case .end: return spans
            case .limitReached: return nil
            case .match(let span): spans.append(span)
            }
        }
        return spans
    }

    @Test(arguments: [UInt64(21), 22, 23])
    func `anchored expressions find the same matches as ICU`(_ seed: UInt64) throws {
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var rules = ""
        for (index, pattern) in Self.patterns.enumerated() {
            let quoted = pattern.replacing("'", with: "''")
            rules += RuleFixture.rule("r.a\(100 + index)", match: "m: { regex: '\(quoted)' }")
        }
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rules))
        #expect(ruleSet.program.matchers.count { $0.hasStartLiterals } > Self.patterns.count / 2)
        let matcher = RuleMatcher(ruleSet)
        let cursors = try ruleSet.program.regexes.map { try #require(ICUExpression($0.source)) }
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        var found = 0
        for round in 0..<3_000 {
            let parts = (0..<Int.random(in: 0...14, using: &generator)).map { _ in
                Self.fragments.randomElement(using: &generator) ?? ""
            }
            analyzer.analyze(parts.joined(), into: &analysis)
            matcher.usesFilters = round % 5 != 0
            matcher.evaluate(analysis)
            AnalyzedText.View.with(analysis) { text in
                for (index, compiled) in ruleSet.program.matchers.enumerated() {
                    let state = matcher.resolve(index, text)
                    let first = Int(state.spanStart)
                    let spans = Array(matcher.matches[first..<first + Int(state.spanCount)])
                    let wanted = wanted(
                        cursors[Int(compiled.regex)], text.bytes, limit: Int(compiled.spanLimit))
                    found += spans.count
                    // ICU finds some matches that begin at `^` between CR and LF.
                    let isBroken = ["^\\n", "^\\s"].contains { Self.patterns[index].contains($0) }
                    if isBroken, text.bytes.contains(0x0D) { continue }
                    #expect(
                        spans == wanted,
                        "seed \(seed), \(Self.patterns[index]) in \(parts.joined().debugDescription)")
                }
            }
        }
        #expect(found > 10_000)
    }

    @Test func `attempts that read to the end of a long text do not take quadratic time`() throws {
        let ruleSet = try RuleFixture.ruleSet(
            RuleFixture.pack(RuleFixture.rule("r.on", match: "m: { regex: '#[^!]*!' }")))
        let matcher = RuleMatcher(ruleSet)
        // Many attempts, each of which reads the rest of the text.
        let text = String(repeating: "# ", count: 300) + String(repeating: "no end of it ", count: 4_000)
        matcher.evaluate(try RuleFixture.analysis(text))
        let known = matcher.hits.filter { !$0.isUndecided }
        #expect(known.isEmpty)
        matcher.evaluate(try RuleFixture.analysis(text + "!"))
        #expect(matcher.hits.count == 1)
    }

    @Test func `an expression with very frequent literals is run over the whole text`() throws {
        let ruleSet = try RuleFixture.ruleSet(
            RuleFixture.pack(
                RuleFixture.rule("r.many", match: "m: { regex: '#[^#]{0,9}!' }", when: "count(m) >= 2")))
        let matcher = RuleMatcher(ruleSet)
        for (marks, holds) in [(2, true), (1, false), (0, false)] {
            let text = String(repeating: "#", count: 20_000) + String(repeating: "#a!", count: marks)
            matcher.evaluate(try RuleFixture.analysis(text))
            #expect(matcher.hits.isEmpty != holds, "\(marks)")
        }
    }
}
