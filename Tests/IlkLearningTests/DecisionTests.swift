import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

/// The decision table of `docs/explanation/verdicts.md`, with one test for each row.
@Suite("Decisions") struct DecisionTests {
    private static let taxonomy = RuleFixture.taxonomy

    /// Texts about gardens, with `rose` and `hedge`, and about quays, with `boat` and `tide`.
    private static let texts = (0..<60).map { index in
        LabeledText(
            text: index % 2 == 0 ? "rose hedge rose path" : "boat tide boat path",
            category: index % 2 == 0 ? "garden" : "quay")
    }

    /// The texts with three in ten labels swapped, so that words alone do not decide.
    private static let doubtfulTexts = texts.enumerated().map { index, text in
        var text = text
        if index / 2 % 10 < 3 { text.category = text.category == "garden" ? "quay" : "garden" }
        return text
    }

    private static func model(
        _ texts: [LabeledText] = texts, beside rules: RuleSet? = nil
    ) throws -> BayesModel {
        let settings = BayesSettings(featureGroups: [.unigrams], minimumFrequency: 1)
        let bytes = try TrainingRun(taxonomy: taxonomy, settings: settings, search: nil).train(
            texts, beside: rules)
        return try BayesModel(ModelStorage(copying: bytes))
    }

    private func verdict(
        _ text: String, rules: String..., model: BayesModel? = nil, threshold: PredictionThresholds = 0.4,
        corrected: IlkVocabulary.Category? = nil
    ) throws -> Verdict {
        let rules = try RuleFixture.ruleSet(of: rules)
        let classifier: any TextClassifier =
            if let model { try FusedClassifier(rules: rules, model: model) } else { RulesClassifier(rules) }
        let corrections = corrected.map { [ContentDigest(of: text): [$0]] } ?? [:]
        return try Pipeline(classifier: classifier, threshold: threshold, corrections: corrections)
            .classify(text, explaining: true)
    }

    @Test func `rule against rule: weights add up and the greater sum wins`() throws {
        let verdict = try verdict("anvil bell cart", rules: "anvil garden 2", "bell quay 1", "cart quay 1.5")
        #expect(verdict.category == "quay" && verdict.abstention == nil)
        #expect(verdict.scores == [2, 0, 2.5])
    }

    @Test func `rule against rule with equal weights: a tie is an abstention`() throws {
        let verdict = try verdict("anvil bell", rules: "anvil garden 2", "bell quay 2")
        #expect(verdict.abstention == .unsure && verdict.probability > 0.4)
    }

    @Test func `rule against model: log-odds add up and the greater sum wins`() throws {
        let model = try Self.model()
        let alone = try verdict("boat tide", model: model)
        #expect(alone.category == "quay" && alone.abstention == nil)
        let quiet = try verdict("boat tide anvil", rules: "anvil garden 0.1", model: model)
        #expect(quiet.category == "quay")
        let loud = try verdict("boat tide anvil", rules: "anvil garden 15", model: model)
        #expect(loud.category == "garden" && loud.abstention == nil)
    }

    @Test func `a rule counts in part with a model that has no rule counts`() throws {
        let verdict = try verdict("anvil", rules: "anvil garden 2", model: try Self.model())
        let rule = try #require(verdict.evidence.first { $0.type == .rule })
        #expect(rule.weights == [2 * RuleWeights.authoredWeightFactor, 0, 0])
    }

    @Test func `a rule that the model was trained with has its learned weight`() throws {
        let rules = try RuleFixture.ruleSet("path garden 3")
        let model = try Self.model(Self.doubtfulTexts, beside: rules)
        let verdict = try verdict("path", rules: "path garden 3", model: model)
        let rule = try #require(verdict.evidence.first { $0.type == .rule })
        // Half of the texts that it matches have the label `quay`.
        #expect(rule.weights[0] < 2.7 && rule.weights[0] > 0, "\(rule.weights)")
        let key = RuleCounts.Key(id: "path", content: rules.rules[0].contentHash)
        #expect(model.rules?.weights(of: key, authored: [3, 0, 0]) == rule.weights)
    }

    @Test(arguments: [
        "path garden 3.5", "path experimental garden 3", "path garden 3 quay -1", "other garden 3",
    ])
    func `a rule that was changed or added after training has its authored weight`(
        line: String
    ) throws {
        let model = try Self.model(beside: try RuleFixture.ruleSet("path garden 3"))
        let rule = try #require(try RuleFixture.ruleSet(of: [line]).rules.first)
        let found = try verdict("path other", rules: line, model: model)
        let expected = rule.status.counts ? rule.weights : rule.weights.map { _ in 0 }
        #expect(found.evidence.first { $0.type == .rule }?.weights == expected)
    }

    @Test func `an experimental rule adds no score but counts as evidence`() throws {
        let verdict = try verdict("anvil", rules: "anvil experimental garden 3")
        #expect(verdict.abstention == .unsure && verdict.scores == [0, 0, 0])
    }

    @Test(arguments: ["", " \n\t "]) func `a blank text is an abstention regardless of rules`(
        text: String
    ) throws {
        #expect(try verdict(text, rules: "anvil garden 3", model: try Self.model()).abstention == .empty)
    }

    @Test func `no rule overrides that a text is unfamiliar to the model`() {
        let ground = ScoreSupport(knownFeatures: 50, rules: 3, familiarity: -0.1)
        let strange = Decision(scores: [9, 0], support: ground, thresholds: [0, 0], isBlank: false)
        #expect(strange.abstention == .unfamiliar && strange.best == 0)
        let support = ScoreSupport(rules: 3).combined(ScoreSupport(knownFeatures: 50, familiarity: 0.1))
        #expect(
            Decision(scores: [9, 0], support: support, thresholds: [0, 0], isBlank: false).predicted == 0)
    }

    @Test func `without evidence the guess is the most frequent label of the model`() throws {
        let model = try Self.model()
        let most = try #require(model.documents.max())
        let label = try #require(model.documents.firstIndex(of: most))
        for text in ["", "zzz"] {
            let found = try verdict(text, model: model)
            #expect(found.prediction == nil && found.guess?.category == model.taxonomy.categories[label])
            #expect(found.probability == Double(most) / Double(model.documents.reduce(0, +)))
        }
    }

    @Test func `the default label of a label set is the guess without evidence`() throws {
        let model = try Self.model()
        for label in model.taxonomy.categories {
            let pipeline = Pipeline(classifier: ModelClassifier(model), defaultLabel: label)
            #expect(try pipeline.classify("").guess?.category == label)
        }
    }

    @Test func `without evidence and a model the guess is the default label`() throws {
        let found = try verdict("zzz", rules: "anvil garden 3")
        #expect(found.guess?.category == found.taxonomy.defaultCategory)
        #expect(Taxonomy.shipped.map(\.defaultCategory) == ["email", "neutral", "info", "ham"])
    }

    @Test func `without a matching rule and a known feature there is no evidence`() throws {
        #expect(try verdict("zzz", rules: "anvil garden 3").abstention == .noEvidence)
        #expect(try verdict("zzz", model: try Self.model()).abstention == .noEvidence)
    }

    @Test func `a model of few texts calls a text unfamiliar if almost no word is known and no rule matches`()
        throws
    {
        let model = try Self.model()
        let strange = "rose " + (0..<12).map { "word\($0)x" }.joined(separator: " ")
        // All digits are one character class to the model, so the words must differ in letters.
        let letters = "rose " + "abcdefghijkl".map { "q\($0)\($0)q" }.joined(separator: " ")
        #expect(try verdict(letters, model: model).abstention == .unfamiliar)
        #expect(try verdict(strange, model: model).abstention != .unfamiliar)
        #expect(try verdict("rose", model: model).abstention == nil)
        let ruled = try verdict(letters + " anvil", rules: "anvil garden 9", model: model)
        #expect(ruled.abstention == nil && ruled.category == "garden")
    }

    @Test(arguments: [(0.9, true), (0.2, false)]) func `below the threshold the classifier abstains`(
        threshold: Double, isUnsure: Bool
    ) throws {
        let found = try verdict("anvil", rules: "anvil garden 1", threshold: PredictionThresholds(threshold))
        #expect(found.abstention == (isUnsure ? .unsure : nil) && found.category == "garden")
    }

    @Test func `a category can have a separate threshold`() throws {
        let strict = PredictionThresholds(
            0.4, byCategory: ["garden": 0.9, "harbour": PredictionThresholds.disabled])
        let rules = ["anvil garden 1", "bell quay 1", "cart harbour 20"]
        for (text, isUnsure) in [("anvil", true), ("bell", false), ("cart", true)] {
            let found = try verdict(text, rules: rules[0], rules[1], rules[2], threshold: strict)
            #expect(found.abstention == (isUnsure ? .unsure : nil), "\(text)")
        }
    }

    @Test func `a correction overrides rules and model`() throws {
        let rules = ["a", "b", "c", "d"].map { "word\($0) garden 20" }
        let found = try verdict(
            "worda wordb wordc wordd", rules: rules[0], rules[1], rules[2], rules[3],
            threshold: PredictionThresholds(PredictionThresholds.disabled), corrected: "quay")
        #expect(found.category == "quay" && found.abstention == nil && found.probability > 0.999)
        let sum = found.evidence.reduce(0.0) { $0 + $1.weights[2] }
        #expect(isNear(sum, found.scores[2]))
        #expect(found.evidence.contains { $0.type == .correction })
    }
}
