import IlkText
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Expressions with catastrophic backtracking, on worst-case texts from a thousand to a million bytes.
@Suite struct `Runaway expressions` {
    private static let patterns = [
        "(a+)+$", "(?:a|aa)+$", "(.*,){12}x", "(?:[a-z]|b)*c", #"\w+\d"#, "[a-z]++x", ".*x.*y", #"(\w+)\s\1"#,
        "(?:(?=[a-z ]*+)[a-z ])*#", #"([\w.-]+)+@x"#, #"\s+$"#, "(?:a|b)*a(?:a|b){11}c", "(?:a{0,50}){0,50}b",
        #"(?m)^(\w+\s?)*$"#, "(?i)(a|b|ab)*c", #"(a*)*\1b"#,
        // Only comparisons between two saved states.
        #"(a+)\1\1\1b"#, #"(?i)(é+)\1z"#,
        // Loops over characters that ICU matches with another table.
        #"(?w)(?:\b.)*z"#, #"\X*z"#,
    ]
    private static let units = [
        "a", "the quick brown fox jumps over it\n", "1,", "ab", "word after word ", " ", "é", "e\u{301} ",
    ]
    private static let ends = ["!", "b1 c d #@x"]

    private func matcher(_ pattern: String) throws -> RuleMatcher {
        let rule = RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }", when: "count(m) > 0")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
        // Makes ICU run every expression.
        matcher.prefersProgram = false
        return matcher
    }

    private func evaluated(_ pattern: String, _ text: String) throws -> RuleMatcher {
        let matcher = try matcher(pattern)
        matcher.evaluate(try RuleFixture.analysis(text))
        return matcher
    }

    @Test(arguments: [(1_000, units), (16_000, units), (1_000_000, ["1,"])])
    func `no expression exceeds the work limit on any text`(_ size: Int, _ units: [String])
        throws
    {
        let matchers = try Self.patterns.map { ($0, try matcher($0)) }
        for unit in units {
            for end in Self.ends {
                let text = String(repeating: unit, count: size / unit.utf8.count) + end
                let analysis = try RuleFixture.analysis(text)
                let limit = RuleLimits.regexWork(onBytes: text.utf8.count)
                for (pattern, matcher) in matchers {
                    matcher.evaluate(analysis)
                    let what: Comment = "\(pattern) on \(size) of '\(unit)'"
                    for case let cursor? in matcher.cursors {
                        let work = cursor.work
                        #expect(work.steps <= limit.steps, what)
                        // An attempt that exceeds the read limit continues up to its step limit.
                        #expect(work.reads <= limit.reads + 20_000 * limit.steps, what)
                        #expect(cursor.limit != nil || work.reads <= limit.reads, what)
                        #expect(cursor.limit != nil || !matcher.hits.contains { $0.isUndecided }, what)
                    }
                }
            }
        }
    }

    @Test(arguments: [
        ("(a+)+$", 60, RegexLimit.work), (#"(a+)\1\1\1b"#, 16_000, .work), ("(a+)+$", 200_000, .stack),
    ])
    func `the reached limit is reported`(_ pattern: String, _ count: Int, _ limit: RegexLimit) throws {
        let matcher = try evaluated(pattern, String(repeating: "a", count: count) + "c")
        #expect(matcher.hits.map(\.isUndecided) == [true])
        #expect(matcher.cursors.compactMap { $0?.limit } == [limit])
    }

    @Test(arguments: ["quick1|brown1", #"(?i)\bfoo\b"#, "[A-Z]{4,}", #"(?m)^(from|to):"#])
    func `an expression that reads a million bytes once completes`(_ pattern: String) throws {
        let text = String(repeating: "the quick brown fox jumps over it\n", count: 29_000)
        #expect(try evaluated(pattern, text).hits.isEmpty)
    }

    @Test func `the step limit ends a match within ten milliseconds`() throws {
        for (pattern, text) in [
            ("(a+)+$", String(repeating: "a", count: 40) + "b"),
            (#"(a+)\1\1\1b"#, String(repeating: "a", count: 20_000)),
            (#"\w+\d"#, String(repeating: "é", count: 800)),
        ] {
            let matcher = try evaluated(pattern, text)
            let analysis = try RuleFixture.analysis(text)
            let time = ThreadTime.least(of: 5) { matcher.evaluate(analysis) }
            #expect(matcher.hits.map(\.isUndecided) == [true])
            #expect(time < 0.01 * ThreadTime.slowdown, "\(pattern)")
        }
    }
}
