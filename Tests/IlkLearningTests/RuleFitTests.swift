import Glibc
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

@Suite("Fitting rule weights") struct RuleFitTests {
    private static func rows(_ counts: (String, Int)...) -> [String] {
        counts.flatMap { Array(repeating: $0.0, count: $0.1) }
    }

    @Test(arguments: [1.0, 3, 10, 100, 1_000])
    func `a single rule moves from its authored weight to its match rate as texts increase`(prior: Double)
        throws
    {
        let rules = try RuleFixture.ruleSet("a garden 3")
        // Thirty texts in each category, so all have weight 1.
        let table = try RuleFixture.table(
            rules,
            Self.rows(
                ("garden a", 20), ("garden", 10), ("harbour a", 5), ("harbour", 25), ("quay a", 5),
                ("quay", 25)))
        let authored = RulePredictions.weights(of: rules)
        let weights = RuleFit(prior: prior, step: 1e-6).weights(on: table, authored: authored)
        // Observations and pseudo-texts add up: 20 of 30, and p of `prior`.
        let odds: Double = exp(3)
        let believed = odds / (odds + 2)
        let share = (20 + prior * believed) / (30 + prior)
        let expected = log(2 * share / (1 - share))
        #expect(isNear(weights[0][0], expected, within: 1e-3), "\(weights)")
        #expect(weights[0][1] == 0 && weights[0][2] == 0, "categories without an authored weight get none")
    }

    @Test func `rules that match the same texts share the credit`() throws {
        let rules = try RuleFixture.ruleSet("a garden 1", "b garden 1", "c garden 1")
        let table = try RuleFixture.table(
            rules,
            Self.rows(("garden a b", 30), ("harbour a b", 2), ("quay", 32), ("harbour", 30), ("garden", 2)))
        let weights = RuleFit(prior: 1, step: 1e-6).weights(
            on: table, authored: RulePredictions.weights(of: rules))
        #expect(isNear(weights[0][0], weights[1][0], within: 1e-3))
        let single = try RuleFixture.ruleSet("a garden 1", "b garden 1", "c garden 1")
        let alone = RuleFit(prior: 1, step: 1e-6).weights(
            on: try RuleFixture.table(
                single,
                Self.rows(("garden a", 30), ("harbour a", 2), ("quay", 32), ("harbour", 30), ("garden", 2))),
            authored: RulePredictions.weights(of: single))
        let together = weights[0][0] + weights[1][0]
        #expect(weights[0][0] < alone[0][0] && together >= alone[0][0])
        #expect(weights[2][0] == 1, "a rule without matches keeps its weight")
    }

    @Test func `no weight changes its sign and inactive rules are unchanged`() throws {
        let rules = try RuleFixture.ruleSet("a garden 2", "b garden -2", "c experimental garden 2")
        let table = try RuleFixture.table(
            rules, Self.rows(("quay a c", 50), ("garden b", 50), ("harbour", 50)))
        let weights = RuleFit(prior: 0.5).weights(on: table, authored: RulePredictions.weights(of: rules))
        #expect(weights[0][0] == 0.1 && weights[1][0] == -0.1 && weights[2] == [0, 0, 0])
    }

    @Test func `rule weights are lower on top of base scores that already predict the label`() throws {
        let rules = try RuleFixture.ruleSet("a garden 1")
        var (bare, based) = (
            RuleHitTable(taxonomy: RuleFixture.taxonomy, ruleCount: 1),
            RuleHitTable(taxonomy: RuleFixture.taxonomy, ruleCount: 1)
        )
        for text in 0..<90 {
            let (category, hits) = (text % 3, text % 3 == 0 ? [0] : [])
            bare.add(category: category, rules: hits)
            based.add(
                category: category, rules: hits, base: (0..<3).map { $0 == category ? 4 : 0 })
        }
        let fit = RuleFit(prior: 3)
        let authored = RulePredictions.weights(of: rules)
        let alone = fit.weights(on: bare, authored: authored)[0][0]
        let beside = fit.weights(on: based, authored: authored)[0][0]
        #expect(beside < alone && beside > 1, "\(beside), \(alone)")
    }

    /// The objective of the fit: the log loss of the labels and of the pseudo-texts.
    private static func loss(
        _ weights: [[Double]], _ table: RuleHitTable, authored: [[Double]], prior: Double
    ) -> Double {
        let counts = table.textsOfCategory
        var loss = 0.0
        func shares(_ scores: [Double]) -> [Double] {
            let sum = scores.reduce(0) { $0 + exp($1) }
            return scores.map { exp($0) / sum }
        }
        let present = Double(counts.count { $0 > 0 })
        for (text, row) in table.rows.enumerated() {
            let scores = table.rules(ofText: text).reduce([0.0, 0, 0]) { sums, rule in
                zip(sums, weights[Int(rule)]).map(+)
            }
            let importance = Double(table.rows.count) / present / Double(counts[row.category])
            loss -= importance * log(shares(scores)[row.category])
        }
        for (rule, weights) in weights.enumerated() {
            for (believed, now) in zip(shares(authored[rule]), shares(weights)) {
                loss -= prior * believed * log(now)
            }
        }
        return loss
    }

    @Test(arguments: [3, 17, 92, 2_026] as [UInt64])
    func `no small step in any direction improves the fit`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let rules = try RuleFixture.ruleSet(
            "a garden 2 quay -1", "b quay 1.5", "c harbour 3", "d garden 0.5 harbour 0.5", "e quay 1")
        var table = RuleHitTable(taxonomy: RuleFixture.taxonomy, ruleCount: 5)
        for _ in 0..<300 {
            let category = Int.random(in: 0..<3, using: &dice)
            let hits = (0..<5).filter { rule in
                Int.random(in: 0..<(rule % 3 == category ? 3 : 6), using: &dice) == 0
            }
            table.add(category: category, rules: hits)
        }
        let authored = RulePredictions.weights(of: rules)
        let fitted = RuleFit(prior: 4, step: 1e-6).weights(on: table, authored: authored)
        let least = Self.loss(fitted, table, authored: authored, prior: 4)
        #expect(least <= Self.loss(authored, table, authored: authored, prior: 4), "seed \(seed)")
        for rule in fitted.indices {
            for category in 0..<3 where authored[rule][category] != 0 {
                for step in [0.01, -0.01] {
                    var other = fitted
                    other[rule][category] += step
                    guard other[rule][category] * authored[rule][category] > 0 else { continue }
                    let loss = Self.loss(other, table, authored: authored, prior: 4)
                    #expect(loss > least - 1e-6, "seed \(seed), rule \(rule), category \(category), \(step)")
                }
            }
        }
        #expect(
            fitted == RuleFit(prior: 4, step: 1e-6).weights(on: table, authored: authored), "seed \(seed)")
    }

    @Test func `weights are rounded and changes below a step are ignored`() throws {
        let rules = try RuleFixture.ruleSet("a garden 2.85", "b quay 1")
        let table = try RuleFixture.table(
            rules,
            Self.rows(
                ("garden a", 1), ("garden", 49), ("harbour", 45), ("harbour b", 5), ("quay", 5),
                ("quay b", 45)))
        let weights = RuleFit(prior: 20, step: 0.1).weights(
            on: table, authored: RulePredictions.weights(of: rules))
        #expect(weights[0][0] == 2.85)
        #expect(weights[1][2] == 2.1)
    }

    @Test func `a report lists changed rules with their matches and the effect on held-out texts`() throws {
        let rules = try RuleFixture.ruleSet(
            "a garden 0.3", "b quay 3 harbour -0.5", "c harbour 1", "d garden 1")
        let rows = Self.rows(
            ("garden@x a", 40), ("garden@y a", 40), ("quay@x a", 2), ("quay@x b", 15), ("quay@y b", 15),
            ("harbour@x b", 15), ("harbour@y b", 15),
            ("harbour@y", 50), ("quay@x", 20))
        let table = try RuleFixture.table(rules, rows)
        let texts = table.rows.enumerated().map { place, row in
            LabeledText(
                text: "\(place)", category: RuleFixture.taxonomy.categories[row.category],
                source: table.sources[row.source ?? 0])
        }
        let folds = TextFolds(texts, count: 5)
        #expect(folds.holdsOutSources && folds.count == 2)
        var told: [Int] = []
        let report = RuleFitReport(
            of: table, rules: rules, fit: RuleFit(), folds: folds.foldOfText,
            leavesOutSources: folds.holdsOutSources
        ) { told.append($0) }
        #expect(told == [1, 2] && report.folds == 2 && report.texts == 212 && report.sources == 2)
        #expect(report.before.texts == 212 && report.after.texts == 212)
        #expect(report.improvesLogLoss && report.after.logLoss < report.before.logLoss)
        #expect(report.rulesWithoutMatches == 2, "c and d")
        #expect(report.changes.map(\.rule) == ["a", "b"])
        let (a, b) = (report.changes[0], report.changes[1])
        #expect(
            a.before == [0.3] && a.after[0] > 1 && a.hits == 82 && a.uniqueMatches == 82 && a.sources == 2)
        #expect(a.hitsOfCategory == [80])
        #expect(b.categories == ["harbour", "quay"] && b.before == [-0.5, 3] && b.after[1] < 2)
        #expect(b.main == 1 && b.hitsOfCategory == [30, 30])
    }

    @Test func `without sources single texts are held out, with duplicates in the same fold`() {
        let texts = (0..<200).map { LabeledText(text: "text \($0 / 2)", category: "quay", source: nil) }
        let folds = TextFolds(texts, count: 4)
        #expect(!folds.holdsOutSources && folds.count == 4 && Set(folds.foldOfText) == [0, 1, 2, 3])
        for place in stride(from: 0, to: 200, by: 2) {
            #expect(folds.foldOfText[place] == folds.foldOfText[place + 1])
        }
        #expect(TextFolds([LabeledText(text: "one", category: "quay")], count: 4).count == 1)
    }
}
