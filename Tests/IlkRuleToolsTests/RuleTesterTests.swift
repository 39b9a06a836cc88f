import IlkRuleTools
import IlkRules
import IlkText
import IlkVocabulary
import RuleTestSupport
import Testing

@Suite struct `Rule tester` {
    private func results(_ rules: String) throws -> [RuleTestResult] {
        let analyzer = try TextAnalyzer()
        return RuleTester(try RuleFixture.ruleSet(RuleFixture.pack(rules))).run {
            analyzer.analyze($0, into: &$1)
        }
    }

    private static let rule = """
          - id: mail.headers
            description: Header lines
            label: email
            weight: 2
            match:
              header: { regex: '(?m)^(From|To): ' }
              mark: { literal: '#' }
            when: count(header) >= 2 and not mark and wordCount < 9
            examples:
              match: ["From: a\\nTo: b", "From: a", "From: a\\nTo: b #"]
              reject: ["nothing", "From: a\\nTo: c"]
              known_false_negative: ["nothing", "From: a\\nTo: d"]
              known_false_positive: ["From: a\\nTo: e", nothing]

        """

    @Test func `every example is run and the decisive clause is reported`() throws {
        let told = try results(Self.rule).map {
            "\($0.example.kind.rawValue) \($0.example.index) \($0.passed) \($0.isImproved) \($0.explanation)"
        }
        let fired =
            "it matched: 'count(header) >= 2': count(header) is 2 at 0..<6, 8..<12; 'mark': not found; 'wordCount < 9': wordCount is 4"
        #expect(
            told == [
                "match 0 true false \(fired)",
                "match 1 false false it did not match: 'count(header) >= 2': count(header) is 1 at 0..<6",
                "match 2 false false it did not match: 'mark': found at 14..<15",
                "reject 0 true false it did not match: 'count(header) >= 2': count(header) is 0",
                "reject 1 false false \(fired)",
                "known_false_negative 0 true false it did not match: 'count(header) >= 2': count(header) is 0",
                "known_false_negative 1 true true \(fired)",
                "known_false_positive 0 true false \(fired)",
                "known_false_positive 1 true true it did not match: 'count(header) >= 2': count(header) is 0",
            ])
    }

    @Test func `results contain the position of their example`() throws {
        let results = try results(Self.rule)
        #expect(results.first?.file == "test.yaml")
        #expect(results.first?.example.line == 15)
        #expect(results.first?.example.column == 15)
        #expect(results.first?.spans == [TextSpan(0, 6), TextSpan(8, 12)])
    }

    @Test func `deprecated rules are not run and undecided results fail`() throws {
        let rules =
            RuleFixture.rule("a.old", match: "m: { literal: x }", status: "deprecated")
            + RuleFixture.rule("a.slow", match: "m: { regex: 'a.{0,900}[^z]{0,900}$' }")
            .replacing("reject: [b]", with: "reject: [\(String(repeating: "a", count: 30_000))b]")
            .replacing(
                "match: [a]", with: "known_false_negative: [\(String(repeating: "a", count: 30_000))b]")
        let results = try results(rules)
        #expect(results.map(\.ruleID) == ["a.slow", "a.slow"])
        #expect(results.map(\.passed) == [false, false])
        #expect(results.map(\.outcome) == [.stepLimitReached, .stepLimitReached])
    }
}
