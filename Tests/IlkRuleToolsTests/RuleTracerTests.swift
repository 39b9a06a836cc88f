import IlkText
import IlkVocabulary
import RuleTestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

/// The trace of a rule on a text, clause by clause.
@Suite struct `Rule tracer` {
    /// A clock that advances by one microsecond on each reading.
    private final class Ticks {
        var count = 0
        func now() -> Duration {
            count += 1
            return .microseconds(count)
        }
    }

    private func trace(_ rules: String, _ text: String) throws -> (RuleSet, TextTrace) {
        let ruleSet = try RuleFixture.ruleSet(RuleFixture.pack(rules))
        let tracer = RuleTracer(ruleSet, now: Ticks().now)
        return (ruleSet, tracer.trace(try RuleFixture.analysis(text)) { _, _ in true })
    }

    private func told(_ rules: String, _ text: String) throws -> [String] {
        let (ruleSet, trace) = try trace(rules, text)
        return trace.rules.map { rule in
            let clauses = rule.clauses.map { "\($0.text)=\($0.outcome.rawValue)" }
            let matchers = rule.matchers.map { "\($0.name) \($0.outcome.rawValue) \($0.reason ?? "")" }
            return
                ([ruleSet.rules[rule.rule].id, rule.outcome.rawValue, rule.skipReason ?? "evaluated"]
                + clauses + matchers)
                .joined(separator: "; ")
        }
    }

    @Test func `each clause and each matcher reports its result`() throws {
        let rules =
            RuleFixture.rule("a.cheap", match: "m: { literal: x }\nn: { regex: 'y+z' }", when: "m or n")
            + RuleFixture.rule("b.both", match: "m: { literal: x }\nn: { regex: 'q+' }", when: "m and n")
            + RuleFixture.rule("c.silent", match: "m: { words: [hello] }")
            + RuleFixture.rule("d.check", match: "m: { literal: x }", when: "m and wordCount > 9")
            + RuleFixture.rule("e.old", match: "m: { literal: x }", status: "deprecated")
            + RuleFixture.rule("f.slow", match: "m: { regex: 'a.{0,900}[^z]{0,900}$' }")
        let told = try told(rules, "x yz " + String(repeating: "a", count: 30_000) + "!")
        #expect(
            told == [
                "a.cheap; matches; evaluated; m=matches; n=notEvaluated; m found ; n notEvaluated ",
                "b.both; doesNotMatch; evaluated; m=matches; n=doesNotMatch; m found ; n filtered 'q' is not in the text",
                "c.silent; doesNotMatch; the text contains none of the literals and words of the rule; m=doesNotMatch; m absent ",
                "d.check; doesNotMatch; wordCount is 3; m=matches; wordCount > 9=doesNotMatch; m found ",
                "e.old; deprecated; deprecated",
                "f.slow; stepLimitReached; evaluated; m=stepLimitReached; m stepLimitReached the expression took too many steps",
            ])
    }

    @Test func `counts and costs add up`() throws {
        let rules =
            RuleFixture.rule("a.one", match: "m: { regex: 'x+' }", when: "count(m) > 1")
            + RuleFixture.rule("b.two", match: "m: { literal: nowhere }")
        let (_, trace) = try trace(rules, "x xx y")
        #expect([trace.considered, trace.matching, trace.stepLimitReached] == [1, 1, 0])
        let rule = try #require(trace.rules.first)
        #expect(rule.matchers.map(\.count) == [2])
        #expect(rule.matchers[0].spans == [TextSpan(0, 1), TextSpan(2, 4)])
        // The clock advances on each reading: twice for the matcher, and twice around it for the rule.
        #expect(rule.matchers[0].cost == .microseconds(1))
        #expect(rule.cost == .microseconds(3))
        #expect(trace.conditions == .microseconds(3))
        #expect(trace.rules[1].cost == nil)
    }

    @Test func `tracing does not change the results`() throws {
        let ruleSet = try #require(
            RuleLint.load(sources: try ShippedRules.sources(), taxonomy: .documentType).ruleSet)
        let (tracer, matcher) = (RuleTracer(ruleSet, now: Ticks().now), RuleMatcher(ruleSet))
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        for rule in ruleSet.rules {
            for example in rule.examples {
                analyzer.analyze(example.text, into: &analysis)
                matcher.evaluate(analysis)
                let trace = tracer.trace(analysis, rounds: 1) { _, _ in true }
                #expect(trace.rules.filter { $0.outcome == .matches }.map(\.rule) == matcher.hits.map(\.rule))
                // Every decisive clause was evaluated.
                for rule in trace.rules where rule.outcome == .matches {
                    #expect(rule.clauses.contains { $0.outcome == .matches || $0.outcome == .doesNotMatch })
                }
            }
        }
    }

    @Test func `the anatomy of a rule lists its requirements and its dependencies`() throws {
        let rules =
            RuleFixture.rule(
                "a.base", match: "m: { regex: '(?i)(from|to):' }\nn: { regex: '\\w+\\d' }",
                when: "m and n and wordCount < 9")
            + RuleFixture.rule("b.asks", match: "", when: "rule(a.base) and lineCount > 1")
        let anatomies = try RuleFixture.ruleSet(RuleFixture.pack(rules)).anatomies()
        #expect(anatomies.map(\.dependsOn) == [[], ["a.base"]])
        #expect(anatomies.map(\.dependents) == [["b.asks"], []])
        #expect(anatomies.map(\.features) == [["wordCount"], ["lineCount"]])
        #expect(anatomies.map(\.checks) == [["wordCount < 9"], ["lineCount > 1"]])
        #expect(anatomies.map(\.isAlwaysTried) == [false, true])
        #expect(anatomies[0].matchers.map(\.starts) == [["from:", "to:"], []])
        #expect(anatomies[0].matchers.map(\.isAlwaysRun) == [false, true])
    }
}
