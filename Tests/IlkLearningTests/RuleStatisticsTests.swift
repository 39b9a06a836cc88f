import Glibc
import IlkRules
import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Statistics of rules") struct RuleStatisticsTests {
    @Test func `the figures of a rule are computed from its matches`() throws {
        let rules = try RuleFixture.ruleSet("a garden 1.5", "b garden 1 quay -2", "c experimental quay 2")
        let table = try RuleFixture.table(
            rules, ["garden@x a b", "garden@y a", "garden@x", "harbour@x a", "quay@y ?a", "quay@y b c"])
        let statistics = RuleStatistics(of: table, rules: rules)
        #expect(statistics.texts == 6 && statistics.sources == 2)
        let a = statistics.rules[0]
        #expect(
            a.id == "a" && a.hits == 3 && a.stepLimitReached == 1 && a.uniqueMatches == 2 && a.share == 0.5)
        #expect(a.sources.map(\.source) == ["x", "y"] && a.sources.map(\.hits) == [2, 1])
        #expect(a.sources.map(\.right) == [1, 1])
        let forGarden = try #require(a.labels.first)
        #expect(forGarden.right == 2 && forGarden.precision == 2.0 / 3 && forGarden.recall == 2.0 / 3)
        #expect(isNear(forGarden.lift, 4.0 / 3))
        // The Clopper-Pearson interval of two in three.
        #expect(isNear(forGarden.precisionInterval.lower, 0.0943, within: 0.0001))
        #expect(isNear(forGarden.precisionInterval.upper, 0.9916, within: 0.0001))
        // ((2 + .5) / (3 + 1)) / ((1 + .5) / (3 + 1))
        #expect(isNear(forGarden.logOdds, log(2.5 / 1.5)))
        // Half of the texts have the label `garden`, so the odds equal those of the weight.
        let implied: Double = 1 / (1 + exp(-1.5))
        #expect(isNear(forGarden.impliedPrecision, implied))
        #expect(statistics.rules[2].counts == false && statistics.rules[2].status == "experimental")
    }

    @Test func `a rule with a negative weight is correct on texts of other categories`() throws {
        let rules = try RuleFixture.ruleSet("a garden -2")
        let table = try RuleFixture.table(rules, ["garden a", "garden", "harbour a", "quay a", "quay"])
        let label = try #require(RuleStatistics(of: table, rules: rules).rules[0].labels.first)
        #expect(label.right == 2 && label.precision == 2.0 / 3 && label.recall == 2.0 / 3)
        let lift = 2.0 / 3 / 0.6
        #expect(isNear(label.lift, lift))
        // Two in five texts have the label `garden`. The weight implies that their share of the matches is
        // e^2 times smaller in odds.
        let odds: Double = 2.0 / 3 * exp(-2)
        #expect(isNear(label.impliedPrecision, 1 / (1 + odds)))
    }

    @Test(arguments: [
        // The weight, matches of the category, matches of others, and the expected finding.
        (3.0, 60, 40, RuleFigures.LabelFigures.Finding.weightTooLarge), (0.2, 98, 2, .weightTooSmall),
        (3.0, 2, 98, .wrongSign),
        (-1.0, 90, 10, .wrongSign), (-3.0, 30, 60, .weightTooLarge), (3.0, 0, 4, nil), (0.4, 50, 50, nil),
        (3.0, 95, 5, nil),
        (-0.5, 2, 98, .weightTooSmall),
    ])
    func `weights that contradict the texts are reported`(
        weight: Double, inside: Int, outside: Int, finding: RuleFigures.LabelFigures.Finding?
    ) {
        let figures = RuleFigures.LabelFigures(
            category: "garden", weight: weight, hits: (of: inside, all: inside + outside),
            texts: (of: 1_000, all: 2_000))
        #expect(figures.finding == finding, "\(figures)")
    }

    @Test
    func `two rules that match the same texts are a pair, and a conflict if they favor different categories`()
        throws
    {
        let rules = try RuleFixture.ruleSet("a garden 2", "b garden 1", "c quay 1", "d quay -1")
        let table = try RuleFixture.table(
            rules, ["garden a b", "garden a b c", "quay a c", "quay b", "harbour", "harbour a d"])
        let overlaps = RuleStatistics(of: table, rules: rules).overlaps
        #expect(overlaps.map { "\($0.first)\($0.second)" } == ["ab", "ac", "ad", "bc"])
        #expect(overlaps.map(\.both) == [2, 2, 1, 1])
        #expect(overlaps.map(\.isConflict) == [false, true, false, true])
        let shares: [Double] = [0.4, 0.5, 0.25, 0.25]
        #expect(overlaps.map(\.jaccard) == shares)
        #expect(overlaps.map(\.firstRight) == [2, 1, 0, 1])
        #expect(overlaps.map(\.secondRight) == [2, 1, 1, 0])
    }

    @Test func `the rules predict if one matches and a category reaches the threshold`() throws {
        let rules = try RuleFixture.ruleSet("a garden 2", "b quay 2", "c experimental quay 9")
        let table = try RuleFixture.table(
            rules, ["garden a", "quay a", "quay b", "harbour a b", "harbour", "quay c", "garden ?a"])
        let statistics = RuleStatistics(of: table, rules: rules, threshold: 0.6)
        #expect(statistics.predicted == 3 && statistics.right == 2)
        #expect(statistics.coverage == 3.0 / 7 && statistics.precision == 2.0 / 3)
        #expect(
            statistics.categories.map(\.predictedAs) == [2, 0, 1]
                && statistics.categories.map(\.right) == [1, 0, 1])
        #expect(statistics.categories.map(\.predicted) == [1, 0, 2])
        #expect(statistics.categories[2].recall == 1.0 / 3 && statistics.categories[0].precision == 0.5)
        // Rules that favor two categories equally give a tie, which is an abstention whatever the threshold.
        // So do unknown and inactive rules.
        #expect(RuleStatistics(of: table, rules: rules, threshold: 0.3).predicted == 3)
    }

    @Test func `a rule is silent if it never matched, but not if it reached a limit or is deprecated`() throws
    {
        let rules = try RuleFixture.ruleSet("a garden 1", "b garden 1", "c deprecated garden 1")
        let statistics = RuleStatistics(of: try RuleFixture.table(rules, ["garden ?b"]), rules: rules)
        #expect(statistics.rules.map(\.hasNoMatches) == [true, false, false])
    }

    @Test func `without texts there are no figures and no findings`() throws {
        let rules = try RuleFixture.ruleSet("a garden 1")
        let statistics = RuleStatistics(of: try RuleFixture.table(rules, []), rules: rules)
        #expect(statistics.coverage == 0 && statistics.precision == 0 && statistics.overlaps.isEmpty)
        #expect(statistics.rules[0].labels[0].finding == nil && statistics.rules[0].labels[0].recall == 0)
    }

    @Test func `a table has the matches that a matcher finds`() throws {
        let rules = try RuleFixture.ruleSet("rose garden 1", "anchor harbour 1")
        let texts = [
            LabeledText(text: "A rose, an anchor", category: "garden", source: "x"),
            LabeledText(text: "a rose", category: "somewhere else"),
            LabeledText(text: " ", category: "quay"),
        ]
        let table = try RuleHitTable.of(rules, on: texts)
        #expect(table.rows.map(\.category) == [0, 2] && table.rows.map(\.isBlank) == [false, true])
        #expect(Array(table.rules(ofText: 0)) == [0, 1] && table.rules(ofText: 1).isEmpty)
        #expect(table.sources == ["x"] && table.textsOfCategory == [1, 0, 1])
    }
}
