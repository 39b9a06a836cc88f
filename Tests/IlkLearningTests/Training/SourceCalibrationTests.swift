import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning
@testable import IlkTraining

@Suite("Calibration on held-out sources") struct SourceCalibrationTests {
    /// Scores of three categories, and labels drawn from the probabilities of these scores divided by
    /// `excess`.
    private static func heldOut(_ count: Int, excess: Double) -> SourceCalibration {
        var generator = SeededGenerator(seed: 11)
        var probabilities: [Double] = []
        let texts = (0..<count).map { index in
            let scores = (0..<3).map { _ in Double.random(in: -2..<2, using: &generator) }
            Softmax.probabilities(of: scores, into: &probabilities)
            let draw = Double.random(in: 0..<1, using: &generator)
            let label = draw < probabilities[0] ? 0 : draw < probabilities[0] + probabilities[1] ? 1 : 2
            return SourceHeldOutScores.Text(
                index: index, category: label, fold: index % 5, weight: 1, scores: scores.map { $0 * excess })
        }
        let all = (0..<count).map { LabeledText(text: "", category: "x", source: "\($0 % 30)") }
        return SourceCalibration(
            SourceHeldOutScores(texts: texts), scores: texts.map(\.scores), of: all)
    }

    @Test(arguments: [(2.0, 0.5), (1.25, 0.8), (0.5, 1.0)])
    func `scores that are too high are multiplied by one factor, and others are not`(
        excess: Double, sharpness: Double
    ) {
        let found = Self.heldOut(6_000, excess: excess)
        #expect(abs(found.sharpness - sharpness) < 0.04, "\(found.sharpness)")
        #expect(found.texts == 6_000 && found.sources == 30)
        if excess > 1 { #expect(found.calibration.expectedError < 0.02) }
    }

    private static let settings = BayesSettings(featureGroups: [.style, .unigrams], minimumFrequency: 1)
    private static let taxonomy = RuleFixture.taxonomy

    /// Texts of many sources. Each source ends its texts in its own way, and prefers long or short texts, in
    /// lower or upper case. In few sources, this seems to be evidence for their label.
    private static func texts(_ sources: Range<Int>, of each: Int = 60, seed: UInt64) -> [LabeledText] {
        var generator = SeededGenerator(seed: seed)
        let topics = [["rose", "path"], ["lever", "wall"], ["gate", "lamp"]]
        let all = topics.flatMap(\.self).sorted()
        return sources.flatMap { source in
            let end = ["", ".", "!", "?"][generator.below(4)]
            let (isUpper, isShort) = (generator.below(2) == 0, generator.below(2) == 0)
            return (0..<each).map { _ in
                let words = (0..<((isShort ? 3 : 12) + generator.below(4))).map { _ in
                    generator.below(4) == 0 ? topics[source % 3][generator.below(2)] : all[generator.below(6)]
                }
                let text = words.joined(separator: " ")
                return LabeledText(
                    text: (isUpper ? text.prefix(1).uppercased() + text.dropFirst() : text) + end,
                    category: taxonomy.categories[source % 3], source: "s\(source)")
            }
        }
    }

    @Test func `probabilities of new sources are calibrated, with rules and without`() throws {
        let rules = try RuleFixture.ruleSet("rose garden 1.5", "gate quay 2")
        let run = TrainingRun(taxonomy: Self.taxonomy, settings: Self.settings, search: nil)
        let new = Self.texts(24..<84, seed: 101)
        for ruleSet in [rules, nil] {
            let made = try run.run(Self.texts(0..<24, seed: 1), beside: ruleSet)
            let calibration = try #require(made.calibration)
            #expect(calibration.sharpness < 0.7 && calibration.sources == 24 && calibration.texts == 1_440)
            let model = try BayesModel(ModelStorage(copying: made.bytes))
            let classifier: any TextClassifier =
                try ruleSet.map { try FusedClassifier(rules: $0, model: model) } ?? ModelClassifier(model)
            let session = try Pipeline(classifier: classifier).makeSession()
            var (stated, before, isRight) = ([Double](), [Double](), [Bool]())
            var probabilities: [Double] = []
            for text in new {
                let verdict = session.classify(text.text)
                stated.append(verdict.probability)
                isRight.append(verdict.category == text.category)
                Softmax.probabilities(
                    of: verdict.scores.map { $0 / calibration.sharpness }, into: &probabilities)
                before.append(probabilities.max() ?? 0)
            }
            let (error, errorBefore) = (
                Calibration(probabilities: stated, isRight: isRight).expectedError,
                Calibration(probabilities: before, isRight: isRight).expectedError
            )
            #expect(error < errorBefore / 2, "\(error) \(errorBefore), factor \(calibration.sharpness)")
        }
    }

    @Test func `texts without sources are not calibrated for new ones`() throws {
        let texts = Self.texts(0..<12, seed: 3)
        let run = TrainingRun(taxonomy: Self.taxonomy, settings: Self.settings, search: nil)
        let bare = texts.map { LabeledText(text: $0.text, category: $0.category) }
        #expect(try run.run(bare).calibration == nil)
        // One label with a single source.
        #expect(try run.run(texts.filter { $0.category != "quay" || $0.source == "s2" }).calibration == nil)
        let cards = try [texts, bare].map {
            try #require(try BayesModel(ModelStorage(copying: run.run($0).bytes)).card)
        }
        #expect(cards[0].contains("12 held-out sources"))
        #expect(cards[0].contains("19 sources of at least 20 texts are required, and there are 12"))
        #expect(cards[1].contains("held-out texts of the same sources"))
    }

    @Test func `the model does not depend on the order of texts with sources`() throws {
        let texts = Self.texts(0..<9, seed: 4)
        let run = TrainingRun(taxonomy: Self.taxonomy, settings: Self.settings, search: nil)
        let rules = try RuleFixture.ruleSet("rose garden 1.5")
        #expect(try run.train(texts, beside: rules) == run.train(texts.reversed(), beside: rules))
    }
}
