import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

@Suite("Models trained with rules") struct RuleLearningTests {
    private static let taxonomy = RuleFixture.taxonomy
    private static let settings = BayesSettings(featureGroups: [.unigrams], minimumFrequency: 1)

    /// Words that occur in both categories.
    private static let others = ["path", "wall", "gate", "lamp", "rain", "wind", "door", "roof"]

    /// Returns texts of three words. Seven in ten texts with `rose` have the label `garden`, the others
    /// `quay`.
    private static func texts(_ count: Int, seed: UInt64) -> [LabeledText] {
        var dice = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let hasRose = index % 2 == 0
            let isGarden = hasRose ? index % 20 < 14 : index % 20 >= 14
            var words = (0..<3).map { _ in others.randomElement(using: &dice) ?? "" }
            if hasRose { words[Int.random(in: 0..<3, using: &dice)] = "rose" }
            return LabeledText(
                text: words.joined(separator: " "), category: isGarden ? "garden" : "quay",
                source: "s\(index % 3)")
        }
    }

    private static func model(_ texts: [LabeledText], _ rules: RuleSet?) throws -> BayesModel {
        let bytes = try TrainingRun(taxonomy: taxonomy, settings: settings, search: nil).train(
            texts, beside: rules)
        return try BayesModel(ModelStorage(copying: bytes))
    }

    @Test func `a rule and the word that it matches are not counted twice`() throws {
        let texts = Self.texts(400, seed: 3)
        let rules = try RuleFixture.ruleSet("rose garden 0.8")
        let truth = 0.7
        // Average over all neighbors of the word. They are uninformative, but chance makes some of them favor
        // a category.
        func probabilities(_ model: BayesModel) throws -> [Double] {
            let classifier = try FusedClassifier(rules: rules, model: model)
            let pipeline = Pipeline(classifier: classifier)
            return try Self.others.flatMap { left in
                try Self.others.map { right in
                    let verdict = try pipeline.classify("\(left) rose \(right)")
                    // Only of the two categories with texts.
                    return verdict.probabilities[0] / (verdict.probabilities[0] + verdict.probabilities[2])
                }
            }
        }
        func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }
        let twice = try probabilities(Self.model(texts, nil))
        let once = try probabilities(Self.model(texts, rules))
        let (off, offTwice) = (abs(mean(once) - truth), abs(mean(twice) - truth))
        #expect(off < offTwice / 2 && off < 0.05, "\(mean(once)) \(mean(twice))")
        #expect(mean(once.map { abs($0 - truth) }) < mean(twice.map { abs($0 - truth) }))
    }

    @Test func `the matches of each rule are counted`() throws {
        let texts = Self.texts(200, seed: 4)
        let rules = try RuleFixture.ruleSet("rose garden 2", "zebra quay 2")
        let counts = try #require(try Self.model(texts, rules).rules)
        let keys = rules.rules.map { RuleCounts.Key(id: $0.id, content: $0.contentHash) }
        #expect(counts.texts(of: keys[0]) == 100 && counts.texts(of: keys[1]) == 0)
        // A rule without matches keeps its authored weight.
        #expect(counts.weights(of: keys[1], authored: [0, 0, 2]) == [0, 0, 2])
    }

    @Test func `training is deterministic, and rules of another taxonomy are ignored`()
        throws
    {
        let texts = Self.texts(120, seed: 5)
        let rules = try RuleFixture.ruleSet("rose garden 2")
        let run = TrainingRun(taxonomy: Self.taxonomy, settings: Self.settings)
        #expect(try run.train(texts, beside: rules) == run.train(texts, beside: rules))
        #expect(try run.train(texts, beside: BuiltIn.ruleSet()) == run.train(texts))
    }

    @Test func `no learned weight changes its sign or exceeds 20`() throws {
        var texts = Self.texts(200, seed: 6)
        texts += (0..<400).map {
            LabeledText(text: "lever \($0)", category: $0 % 2 == 0 ? "quay" : "harbour")
        }
        let rules = try RuleFixture.ruleSet("lever garden 4", "rose quay -3 garden 1")
        let counts = try #require(try Self.model(texts, rules).rules)
        for rule in rules.rules {
            let key = RuleCounts.Key(id: rule.id, content: rule.contentHash)
            let learned = try #require(counts.weights(of: key, authored: rule.weights))
            for (weight, authored) in zip(learned, rule.weights) {
                #expect(weight.isFinite && weight * authored >= 0 && abs(weight) <= 20)
                if authored == 0 { #expect(weight == 0) }
            }
        }
    }
}
