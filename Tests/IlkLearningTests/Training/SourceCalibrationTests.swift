import Glibc
import IlkModels
import IlkPipeline
import IlkRules
import IlkTraining
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

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

    private static let settings = BayesSettings(families: [.style, .unigrams], minimumFrequency: 1)
    private static let taxonomy = RuleFixture.taxonomy

    /// Texts of many sources. A source has a word of its own, and words that are more frequent for its label.
    private static func texts(_ sources: Range<Int>, of each: Int = 40, seed: UInt64) -> [LabeledText] {
        var generator = SeededGenerator(seed: seed)
        let shared = ["garden": ["rose", "path"], "harbour": ["lever", "wall"], "quay": ["gate", "lamp"]]
        return sources.flatMap { source in
            let label = ["garden", "harbour", "quay"][source % 3]
            return (0..<each).map { _ in
                let words = (0..<(3 + generator.below(4))).map { _ in
                    switch generator.below(4) {
                    case 0: shared[label]?.randomElement(using: &generator) ?? ""
                    case 1: "own\(source)"
                    default: shared.values.flatMap(\.self).sorted()[generator.below(6)]
                    }
                }
                let text = words.joined(separator: " ") + (source % 2 == 0 ? "." : "")
                return LabeledText(
                    text: text, category: IlkVocabulary.Category(label), source: "s\(source)")
            }
        }
    }

    @Test func `probabilities of new sources are calibrated, with rules and without`() throws {
        let rules = try RuleFixture.ruleSet("rose garden 1.5", "gate quay 2")
        let run = TrainingRun(taxonomy: Self.taxonomy, settings: Self.settings, search: nil)
        let new = Self.texts(24..<60, seed: 2)
        for ruleSet in [rules, nil] {
            let made = try run.run(Self.texts(0..<24, seed: 1), beside: ruleSet)
            let calibration = try #require(made.calibration)
            #expect(calibration.sharpness < 1 && calibration.sources == 24 && calibration.texts == 960)
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
            #expect(error < errorBefore, "\(error) \(errorBefore), factor \(calibration.sharpness)")
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
        #expect(cards[0].contains("12 held-out sources") && cards[0].contains("19 sources of at least 20 texts"))
        #expect(cards[1].contains("held-out texts of the same sources"))
    }

    @Test func `the model does not depend on the order of texts with sources`() throws {
        let texts = Self.texts(0..<9, seed: 4)
        let run = TrainingRun(taxonomy: Self.taxonomy, settings: Self.settings, search: nil)
        let rules = try RuleFixture.ruleSet("rose garden 1.5")
        #expect(try run.train(texts, beside: rules) == run.train(texts.reversed(), beside: rules))
    }
}
