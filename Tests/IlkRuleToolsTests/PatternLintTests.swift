import RuleTestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

@Suite struct `Backtracking` {
    /// Expressions with catastrophic backtracking, and texts that cause it.
    static let dangerous: [(pattern: String, danger: PatternLint.Danger, text: String)] = [
        ("(a+)+$", .exponential, String(repeating: "a", count: 40) + "b"),
        ("(a*)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("(?:a+)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("([a-z]+)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("(?:\\w+\\s?)+$", .exponential, String(repeating: "a", count: 40) + "!"),
        ("(.*,){20}\\d", .exponential, String(repeating: ",", count: 60)),
        ("(.*a){20}", .exponential, String(repeating: "a", count: 19)),
        ("((ab)*)*c", .exponential, String(repeating: "ab", count: 40)),
        ("(a|b+)+c", .exponential, String(repeating: "b", count: 40)),
        ("(a|a)*\\d", .exponential, String(repeating: "a", count: 40)),
        ("(a|aa)+$", .exponential, String(repeating: "a", count: 60) + "b"),
        ("(?:[a-z]|[a-m]x?)+\\d", .exponential, String(repeating: "a", count: 40)),
        ("(\\w|\\d)+\\W", .exponential, String(repeating: "1", count: 40)),
        ("(?:ab|a|b)*c", .exponential, String(repeating: "ab", count: 40)),
        ("(?i)(?:x+x+)+y", .exponential, String(repeating: "x", count: 40)),
        ("\\s*\\s*\\s*\\d", .polynomial, String(repeating: " ", count: 8_000)),
        ("(?s).*.*.*\\d", .polynomial, String(repeating: "a", count: 8_000)),
        (".*.*.*\\d", .polynomial, String(repeating: "a", count: 8_000)),
        ("\\w+\\d*[a-z0-9]*\\W", .polynomial, String(repeating: "1", count: 8_000)),
        ("[ab]*[bc]*[cb]+$", .polynomial, String(repeating: "b", count: 8_000) + "!"),
        ("(a+){3}b", .polynomial, String(repeating: "a", count: 8_000)),
        ("\\s*\\s*\\d", .polynomial, String(repeating: " ", count: 30_000)),
        ("a*[ab]*c", .polynomial, String(repeating: "a", count: 30_000)),
        ("^\\s*.*\\d", .polynomial, String(repeating: " ", count: 30_000)),
    ]

    @Test func `patterns with catastrophic backtracking are reported and reach the step limit`() throws {
        for (pattern, danger, text) in Self.dangerous {
            let (node, _) = try #require(PatternParser.parse(pattern))
            #expect(PatternLint.danger(node) == danger, "\(pattern)")
            let rule = RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }")
            let matcher = RuleMatcher(try RuleFixture.ruleSet(RuleFixture.pack(rule)))
            matcher.prefersProgram = false
            matcher.evaluate(try RuleFixture.analysis(text))
            #expect(matcher.hits.map(\.isUndecided) == [true], "\(pattern) on \(text.count)")
        }
    }

    @Test(arguments: [
        "(?:\\w+,)+x", "(?:\\w+\\s+)+x", "(?>a+)+b", "(a++)+b", "(ab)+c", "(a+){2}", "\\w+@\\w+",
        "(?im)^(from|to):[ \\t]+\\S", "(?:a|b)+c", "(?:ab|cd)*e", "(?:\\d+\\.)+\\d+", "\\s+$", "a*b*c*d",
        "(?:\"[^\"]*\"|[^\",]*,)+x", "[a-z]+[0-9]+x", "\\s*+\\s*x", "(?:https?://)?\\w+\\.\\w+", ".*\\s*",
        "(?:\\b\\w+\\b)+!", "(?:(?!x)\\w)+y", "\\w+(?:-\\w+)*!", "(?:[^\\\\]|\\\\.)*\"",
        "\\p{Lu}+\\d+x", "(?:one|two|three)+four", "(?:a?b)+c", "x{2,5}x{2,5}y", "\\s{0,100}\\s*x",
        "[a-z ]{4,60}\\s*x",
        "(?:[a-z][. ]{1,3}){4,}[a-z]\\d", "(?:\\d{1,3},)+x", "(?:[a-z]{2,4})?x",
        "(?s)begin.*?end", "(?s)a.*b", "(?s)x.+", "(?s)(?:<.)*>",
    ])
    func `patterns without catastrophic backtracking are not reported`(_ pattern: String) throws {
        let (node, _) = try #require(PatternParser.parse(pattern))
        #expect(PatternLint.danger(node) == nil, "\(pattern)")
    }

    private static func warnings(_ pattern: String) -> [String] {
        RuleFixture.load(RuleFixture.pack(RuleFixture.rule("a.b", match: "m: { regex: '\(pattern)' }")))
            .diagnostics.filter { $0.code == .catastrophicBacktracking }
            .map { "\($0.column): \($0.message)" }
    }

    @Test(arguments: [
        ("(a+)x\\1", 26, "this part"), ("\\X+z", 21, "this part"), ("(?s)x\\Qa\\E.*", 26, "this part"),
        ("(?w)\\b\\w+!", 25, "this part"), ("[a-z&&[^b]]+c", 20, "this part"), ("(\\b|a{2})+c", 19, "a loop"),
        ("(?<=a|bc)d+", 19, "a loop"),
    ])
    func `a repetition without a pattern program is reported at the part that prevents it`(
        _ pattern: String, _ column: Int, _ reason: String
    ) {
        #expect(
            Self.warnings(pattern) == [
                "\(column): \(reason) makes ICU run the expression, which can then reach the step limit"
            ])
    }

    @Test(arguments: ["(a)x\\1", "(?<=a|bc)d", "(?:a|b)+c", "\\w+\\d", "(?i)gr(?:ü|u)ße\\w+"])
    func `a short expression and one with a pattern program are not reported`(_ pattern: String) {
        #expect(Self.warnings(pattern) == [])
    }
}
