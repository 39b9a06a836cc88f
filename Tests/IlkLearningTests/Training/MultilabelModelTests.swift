import Foundation
import IlkPipeline
import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// Models that decide on each label of a text alone.
@Suite struct `Multi-label models` {
    private static let taxonomy = Taxonomy(
        name: "tags", categories: ["garden", "harbour", "kitchen"], isMultilabel: true)
    private static let words: [IlkVocabulary.Category: [String]] = [
        "garden": ["rake", "hedge", "tulip", "compost"], "harbour": ["tide", "hull", "ferry", "anchor"],
        "kitchen": ["oven", "dough", "skillet", "ladle"],
    ]

    private static func text(_ words: String, _ labels: [IlkVocabulary.Category]) -> LabeledText {
        var text = LabeledText(text: words, category: "")
        text.categories = labels
        return text
    }

    /// Returns texts with words of none to three labels, and words that say nothing.
    private static func texts(_ count: Int, seed: UInt64) -> [LabeledText] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let labels = taxonomy.categories.enumerated().filter { index >> $0.offset & 1 == 1 }.map(
                \.element)
            var parts = (0..<6).map { _ in "w\(Int.random(in: 100..<400, using: &generator))x" }
            for label in labels {
                parts += (0..<2).map { _ in words[label]?.randomElement(using: &generator) ?? "" }
            }
            return text(
                parts.shuffled(using: &generator).joined(separator: " "), labels.shuffled(using: &generator))
        }
    }

    private static func model(_ texts: [LabeledText]) throws -> LinearModel {
        try LinearModel(ModelStorage(copying: LinearTrainingRun(taxonomy: taxonomy).train(texts).bytes))
    }

    @Test func `every label of a text is predicted, most probable first, and none for a text without labels`()
        throws
    {
        let model = try Self.model(Self.texts(240, seed: 1))
        let pipeline = Pipeline(classifier: ModelClassifier(model))
        var right = 0
        let others = Self.texts(160, seed: 2)
        for text in others {
            let verdict = try pipeline.classify(text.text)
            let found = try #require(verdict.categories)
            if Set(found) == Set(text.categories) { right += 1 }
            let order = found.compactMap { Self.taxonomy.index(of: $0).map { verdict.probabilities[$0] } }
            #expect(order == order.sorted(by: >))
            #expect((verdict.abstention == nil) == !found.isEmpty)
            #expect(found.isEmpty || (verdict.category == found[0] && verdict.probability == order[0]))
        }
        #expect(right >= 144, "\(right) of 160")
    }

    @Test func `the model does not depend on the order of texts and labels`() throws {
        let texts = Self.texts(120, seed: 3)
        var generator = SeededGenerator(seed: 4)
        let shuffled = texts.shuffled(using: &generator).map { Self.text($0.text, $0.categories.reversed()) }
        let run = LinearTrainingRun(taxonomy: Self.taxonomy)
        #expect(try run.train(texts).bytes == run.train(shuffled).bytes)
    }

    @Test func `probabilities match the share of texts, and the evidence adds up to each score`() throws {
        let model = try Self.model(Self.texts(400, seed: 5))
        let pipeline = Pipeline(classifier: ModelClassifier(model))
        var (sum, present) = (0.0, 0.0)
        for text in Self.texts(200, seed: 6) {
            let verdict = try pipeline.classify(text.text, explaining: true)
            // Without evidence the probabilities are the shares of the training texts.
            if verdict.abstention == .noEvidence { continue }
            sum += verdict.probabilities.reduce(0, +)
            present += Double(text.categories.count)
            for index in verdict.scores.indices {
                let total = verdict.evidence.reduce(0) { $0 + $1.support(forCategoryAt: index) }
                #expect(abs(total - verdict.scores[index]) < 1e-9)
                #expect(verdict.probabilities[index] == LogOdds.probability(of: verdict.scores[index]))
            }
        }
        #expect(abs(sum / present - 1) < 0.1, "\(sum) of \(present)")
    }

    @Test func `a file of format 5 states its texts and thresholds, and single-label files are of format 3`()
        throws
    {
        let texts = Self.texts(120, seed: 7)
        let model = try Self.model(texts)
        #expect(try ModelFile(model.storage).version == 5)
        #expect(model.texts == 120 && model.documents == [60, 60, 60])
        let manifest = VersionManifest(of: model, ChangeAuthor(who: "tester", when: Date()))
        #expect(manifest.texts == 120 && manifest.documents?["garden"] == 60)
        #expect(model.labelThresholds?.count == 3)
        #expect(model.card?.contains("| no category | 15 |") == true)
        let single = try LinearTrainingRun(taxonomy: ModelFixture.taxonomy(2)).train(
            (0..<40).map { LabeledText(text: "w\($0) here", category: $0 % 2 == 0 ? "c0" : "c1") }
        ).bytes
        #expect(try ModelFile(ModelStorage(copying: single)).version == 3)
        #expect(String(decoding: single, as: UTF8.self).contains("multilabel") == false)
    }

    @Test func `with few texts, a label without texts and a single label the fit succeeds`() throws {
        let few = [
            Self.text("rake hedge", ["garden"]), Self.text("hull tide", ["harbour"]), Self.text("the", []),
        ]
        for texts in [
            few, Self.texts(60, seed: 8).map { Self.text($0.text, $0.categories.filter { $0 != "kitchen" }) },
        ] {
            let model = try Self.model(texts)
            #expect(model.documents[2] == 0)
            let verdict = try Pipeline(classifier: ModelClassifier(model)).classify(
                "oven and dough by the rake")
            #expect(verdict.categories?.contains("kitchen") == false)
            #expect(verdict.probabilities[2] < 0.01)
        }
        let alone = Taxonomy(name: "tags", categories: ["garden"], isMultilabel: true)
        let texts = Self.texts(80, seed: 9).map {
            Self.text($0.text, $0.categories.filter { $0 == "garden" })
        }
        let bytes = try LinearTrainingRun(taxonomy: alone).train(texts).bytes
        let pipeline = Pipeline(
            classifier: ModelClassifier(try LinearModel(ModelStorage(copying: bytes))), threshold: 0.5)
        #expect(try pipeline.classify("rake hedge tulip").categories == ["garden"])
        #expect(try pipeline.classify("hull tide ferry").categories == [])
    }

    @Test func `a naive Bayes model of a multi-label taxonomy is damaged`() throws {
        let bytes = try TrainingRun(taxonomy: Self.taxonomy, search: nil).train([
            LabeledText(text: "rake", category: "garden"), LabeledText(text: "hull", category: "harbour"),
        ])
        #expect(throws: FormatError.self) { try BayesModel(ModelStorage(copying: bytes)) }
    }

    @Test func `merged labels are predicted as the label that they became, new ones are not`() throws {
        let model = try Self.model(Self.texts(240, seed: 10))
        var set = LabelSet(
            id: "t", name: "tags", labels: [.init("attic"), .init("garden"), .init("harbour")])
        set.isMultilabel = true
        set.merged = ["kitchen": "garden"]
        let labels = try #require(LabelMap(from: model, to: set))
        let classifier = ModelClassifier(model, labels: labels)
        let thresholds = try #require(model.labelThresholds)
        #expect(classifier.thresholds == [0.5, min(thresholds[0], thresholds[2]), thresholds[1]])
        let verdict = try Pipeline(classifier: classifier).classify("oven dough skillet", explaining: true)
        #expect(verdict.categories == ["garden"] && verdict.probabilities[0] < 0.001)
        let total = verdict.evidence.reduce(0) { $0 + $1.support(forCategoryAt: 1) }
        #expect(abs(total - verdict.scores[1]) < 1e-9)
    }

    // MARK: Curves and thresholds

    @Test(arguments: [
        ([0.9, 0.8, 0.6, 0.2], [true, true, false, false], 0.7),
        ([0.9, 0.8, 0.6, 0.2], [true, false, true, false], 0.4),
        // The label is never predicted alone: a threshold below all of its texts.
        ([0.3, 0.2, 0.2, 0.1], [true, true, true, false], 0.15),
        // Equal probabilities are not divided.
        ([0.5, 0.5, 0.1], [true, false, false], 0.3),
        ([0.02, 0.01], [true, false], 0.05), ([0.999, 0.99], [true, false], 0.95),
    ])
    func `the threshold of a label has its highest F1`(
        _ probabilities: [Double], _ isLabeled: [Bool], _ threshold: Double
    ) {
        #expect(abs(LabelFits.threshold(probabilities, isLabeled) - threshold) < 1e-12)
    }

    @Test func `the curve of a label gives the observed shares`() throws {
        // At a score of 1 three of four texts have the label, at -1 one of ten.
        let scores: [Float] = (0..<400).map { $0 < 200 ? 1 : -1 }
        let isLabeled = (0..<400).map { $0 < 200 ? $0 % 4 != 0 : $0 % 10 == 0 }
        let weights = [Double](repeating: 1, count: 400)
        let curve = try #require(LabelCurve.fitted(scores, isLabeled, weights: weights))
        #expect(abs(LogOdds.probability(of: curve.logOdds(of: 1)) - 0.75) < 0.01)
        #expect(abs(LogOdds.probability(of: curve.logOdds(of: -1)) - 0.1) < 0.01)
        // A score against the label keeps a rising curve.
        let falling = try #require(LabelCurve.fitted(scores.map { -$0 }, isLabeled, weights: weights))
        #expect(falling.slope > 0)
        #expect(LabelCurve.fitted(scores, isLabeled.map { _ in true }, weights: weights) == nil)
    }
}
