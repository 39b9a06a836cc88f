import IlkText
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules

/// Expressions with catastrophic backtracking in other engines, on worst-case texts from a thousand to a million
/// bytes.
@Suite struct `Runaway expressions` {
    private static let patterns = [
        "(a+)+$", "(?:a|aa)+$", "(.*,){12}x", "(?:[a-z]|b)*c", #"\w+\d"#, "[a-z]++x", ".*x.*y", #"(\w+)\s\d"#,
        "(?:(?=[a-z ]*+)[a-z ])*#", #"([\w.-]+)+@x"#, #"\s+$"#, "(?:a|b)*a(?:a|b){11}c",
        #"(?m)^(\w+\s?)*$"#, "(?i)(a|b|ab)*c", "(a*)*b", #"(?i)(é+)+z"#, #"(?:\b.)*z"#, #"(?s)(?:.*?)+z"#,
        "((a*)*b?)*#", #"(?:\P{M}\p{M}*+)*#"#,
    ]
    private static let units = [
        "a", "the quick brown fox jumps over it\n", "1,", "ab", "word after word ", " ", "é", "e\u{301} ",
    ]
    private static let ends = ["!", "b1 c d #@x"]

    private func matcher(_ pattern: String) throws -> RuleMatcher {
        let rule = RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }", when: "count(m) > 0")
        return RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
    }

    @Test(arguments: [(1_000, units), (16_000, units), (60_000, ["1,"])])
    func `every expression is decided on every text`(_ size: Int, _ units: [String]) throws {
        for pattern in Self.patterns {
            let matcher = try matcher(pattern)
            for unit in units {
                for end in Self.ends {
                    let text = String(repeating: unit, count: size / unit.utf8.count) + end
                    matcher.evaluate(try RuleFixture.analysis(text))
                    #expect(
                        !matcher.hits.contains { $0.isUndecided },
                        "\(pattern) on \(size) of '\(unit)', \(end)")
                }
            }
        }
    }

    @Test(arguments: ["quick1|brown1", #"(?i)\bfoo\b"#, "[A-Z]{4,}", #"(?m)^(from|to):"#])
    func `an expression that reads a million bytes once completes`(_ pattern: String) throws {
        let text = String(repeating: "the quick brown fox jumps over it\n", count: 29_000)
        let matcher = try matcher(pattern)
        matcher.evaluate(try RuleFixture.analysis(text))
        #expect(matcher.hits.isEmpty)
    }
}
