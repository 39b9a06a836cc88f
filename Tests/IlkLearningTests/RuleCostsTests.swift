import IlkRules
import IlkText
import IlkVocabulary
import Testing

@testable import IlkLearning
@testable import IlkRuleTools

@Suite("Costs of rules") struct RuleCostsTests {
    /// A clock that advances by 7 at each reading.
    private final class Ticks {
        private var time: UInt64 = 0

        func read() -> UInt64 {
            time += 7
            return time
        }
    }

    @Test func `timing does not change the matches and records each attempt once`() throws {
        let rules = try RuleFixture.ruleSet("rose garden 1", "anchor harbour 1", "stone quay 1")
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        let (plain, timed) = (RuleMatcher(rules), RuleMatcher(rules))
        var timings = RuleTimings()
        let ticks = Ticks()
        for text in ["a rose and a stone", "", "anchor", "rose rose anchor stone", "nothing"] {
            analyzer.analyze(text, into: &analysis)
            plain.evaluate(analysis)
            timed.evaluate(analysis, clock: ticks.read, into: &timings)
            #expect(timed.hits == plain.hits && timed.spans == plain.spans, "\(text)")
            #expect(timings.attempts.map(\.rule) == plain.hits.map(\.rule), "\(text)")
            #expect(timings.attempts.allSatisfy { $0.time == 7 } && timings.literals == 7)
        }
    }

    @Test func `a timed evaluation uses the language of the present text`() throws {
        let pack = """
            version: 1
            pack: places
            taxonomy: places
            description: Tests.
            rules:
              - { id: german, description: A rule, label: garden, weight: 1, match: { it: { language: de } } }

            """
        let loaded = RulePack.load(
            sources: [RuleSource(name: "places.yaml", bytes: Array(pack.utf8))],
            taxonomy: RuleFixture.taxonomy)
        let matcher = RuleMatcher(try #require(loaded.ruleSet, "\(loaded.diagnostics)"))
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        var timings = RuleTimings()
        let ticks = Ticks()
        let german = "Der Zug nach Hamburg fährt heute nicht, weil die Strecke gesperrt ist."
        for (text, hits) in [(german, 1), ("The train to Hamburg does not run today.", 0), (german, 1)] {
            analyzer.analyze(text, into: &analysis)
            matcher.evaluate(analysis, clock: ticks.read, into: &timings)
            #expect(matcher.hits.count == hits, "\(text)")
        }
    }

    @Test func `the minimum of several runs counts, without the overhead of the clock`() throws {
        let rules = try RuleFixture.ruleSet("anchor harbour 1", "rose garden 1")
        let ticks = Ticks()
        let texts = ["rose", "anchor", "rose anchor", "none"].map {
            LabeledText(text: $0, category: "garden")
        }
        let costs = try RuleCosts.measure(rules, on: texts, clock: ticks.read)
        #expect(costs.texts == 4 && costs.attempts == [2, 2] && costs.nanoseconds == [0, 0])
        #expect(costs.total == 0 && costs.sharedMicrosecondsPerText == 0)
    }

    @Test func `times are means over texts and over attempts`() {
        var costs = RuleCosts(ruleCount: 2)
        var timings = RuleTimings()
        timings.literals = 2_010
        timings.words = 1_010
        timings.attempts = [RuleTimings.Attempt(rule: 1, time: 3_010)]
        costs.add(timings, whole: 6_010, overhead: 10)
        costs.add(RuleTimings(), whole: 0, overhead: 10)
        #expect(costs.microsecondsPerText(ofRule: 1) == 1.5 && costs.microsecondsPerAttempt(ofRule: 1) == 3)
        #expect(costs.microsecondsPerText(ofRule: 0) == 0 && costs.microsecondsPerAttempt(ofRule: 0) == 0)
        #expect(costs.sharedMicrosecondsPerText == 1.5 && costs.microsecondsPerText == 3)
    }
}
