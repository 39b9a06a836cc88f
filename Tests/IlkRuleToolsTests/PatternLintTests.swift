import RuleTestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

@Suite struct `Expressions with many steps` {
    private static func warnings(_ pattern: String) -> [String] {
        RuleFixture.load(RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }")))
            .diagnostics.filter { $0.code == .manySteps }.map(\.message)
    }

    @Test(arguments: [
        ("a.{1,2000}[^z]{1,2000}y", "a", 1_000), (".*.{1,1500}x", "a", 2_666),
        ("(?:b?a{0,99}){30}c", "a", 1_333),
    ])
    func `an expression that reaches the step limit on a short text is reported`(
        _ pattern: String, _ unit: String, _ length: Int
    ) throws {
        #expect(
            Self.warnings(pattern) == [
                "the expression can reach the step limit on a text of \(length) characters"
            ])
        let rule = RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }")
        let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
        // All characters that the filters require.
        matcher.evaluate(try RuleFixture.analysis(String(repeating: unit, count: 20 * length) + "\naxyc"))
        #expect(matcher.hits.map(\.isUndecided) == [true])
    }

    @Test(arguments: [
        "(a+)+$", "(?:\\w+\\s?)+$", "(.*,){20}\\d", ".*.*.*\\d", "(?:a+){30}b", "\\bx{2,500}+y", "a{900}b",
        "[a-z]{1,400}c",
    ])
    func `an expression that takes few steps is not reported`(_ pattern: String) {
        #expect(Self.warnings(pattern) == [])
    }
}
