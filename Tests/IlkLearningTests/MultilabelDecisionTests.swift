import IlkModels
import IlkPipeline
import IlkVocabulary
import Testing

@testable import IlkLearning

/// The decisions on texts of multi-label taxonomies, and the figures of their evaluation.
@Suite struct `Multi-label decisions` {
    private static let taxonomy = Taxonomy(
        name: "places", categories: ["garden", "harbour", "quay"], isMultilabel: true)

    private static func decision(
        _ scores: [Double], _ thresholds: [Double] = [0.5, 0.5, 0.5], known: Int = 1
    ) -> Decision {
        Decision(
            scores: scores, isMultilabel: true, support: ScoreSupport(knownFeatures: known),
            thresholds: thresholds, isBlank: false)
    }

    @Test(
        arguments: [
            // Scores, thresholds, predicted, and the most probable.
            ([2, -1, 3], [0.5, 0.5, 0.5], [2, 0], 2), ([2, 1, 2], [0.5, 0.5, 0.5], [0, 2, 1], 0),
            ([-2, -1, -3], [0.5, 0.5, 0.5], [], 1), ([-2, 1, -3], [0.1, 0.9, 0.5], [0], 0),
            // Rules alone give 0 to labels that none of them names.
            ([0, 0, 1], [0.5, 0.5, 0.5], [2], 2), ([2, 3, 1], [2, 2, 0.5], [2], 2),
        ] as [([Double], [Double], [Int], Int)])
    func `each label is decided by its own threshold`(
        _ scores: [Double], _ thresholds: [Double], _ predicted: [Int], _ best: Int
    ) {
        let decision = Self.decision(scores, thresholds)
        #expect(decision.predictions == predicted && decision.best == best)
        #expect(decision.abstention == (predicted.isEmpty ? .unsure : nil))
        #expect(decision.probability == decision.probabilities[best])
    }

    @Test func `without evidence nothing is predicted`() {
        let decision = Self.decision([2, 2, 2], known: 0)
        #expect(decision.predictions == [] && decision.abstention == .noEvidence)
    }

    @Test func `rules alone predict the labels that they name, and add to the model's score of a label`()
        throws
    {
        let rules = try RuleFixture.ruleSet(of: ["anvil garden 2 quay 1", "bell quay -3"])
        let pipeline = Pipeline(classifier: RulesClassifier(rules, isMultilabel: true))
        #expect(try pipeline.classify("an anvil").categories == ["garden", "quay"])
        #expect(try pipeline.classify("an anvil and a bell").categories == ["garden"])
        #expect(try pipeline.classify("a bell").categories == [])
        let verdict = try pipeline.classify("nothing")
        #expect(verdict.categories == [] && verdict.abstention == .noEvidence)
    }

    @Test(arguments: [["quay"], ["quay", "harbour"], []] as [[IlkVocabulary.Category]])
    func `a correction sets all labels of its text`(labels: [IlkVocabulary.Category]) throws {
        let rules = try RuleFixture.ruleSet(of: ["anvil garden 2", "bell garden 1"])
        let pipeline = Pipeline(
            classifier: RulesClassifier(rules, isMultilabel: true),
            corrections: [ContentDigest(of: "an anvil"): labels])
        let verdict = try pipeline.classify("an anvil", explaining: true)
        #expect(Set(verdict.categories ?? []) == Set(labels))
        #expect(verdict.prediction.map(labels.contains) ?? labels.isEmpty)
        for (label, score) in zip(Self.taxonomy.categories, verdict.scores) {
            #expect(labels.contains(label) ? score >= 20 : score <= -20, "\(label)")
        }
        for category in verdict.scores.indices {
            let sum = verdict.evidence.reduce(0.0) { $0 + $1.weights[category] }
            #expect(abs(sum - verdict.scores[category]) < 1e-9)
        }
        #expect(try pipeline.classify("a bell").categories == ["garden"], "another text")
    }

    @Test func `a correction with an unknown label is ignored`() throws {
        let rules = try RuleFixture.ruleSet(of: ["anvil garden 2"])
        let pipeline = Pipeline(
            classifier: RulesClassifier(rules, isMultilabel: true),
            corrections: [ContentDigest(of: "an anvil"): ["quay", "loft"]])
        #expect(try pipeline.classify("an anvil").categories == ["garden"])
    }

    // MARK: Figures

    @Test(
        arguments: [
            ([0.9, 0.8, 0.1], ["garden", "harbour"], 0.7), ([0.9, 0.6, 0.5], ["garden"], 0.3),
            ([0.1, 0.2, 0.3], [], 0.7), ([0.9, 0.9, 0.8], ["garden", "harbour", "quay"], 0.8),
            // With different thresholds, a label can be predicted that is less probable than another one.
            ([0.3, 0.4, 0.1], ["garden"], 0),
        ] as [([Double], [IlkVocabulary.Category], Double)])
    func `the margin is between the predicted labels and the others`(
        probabilities: [Double], labels: [IlkVocabulary.Category], margin: Double
    ) {
        #expect(abs(Self.verdict(probabilities, labels).margin - margin) < 1e-9)
    }

    private static func verdict(_ probabilities: [Double], _ categories: [Category]) -> Verdict {
        let best = probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0
        var verdict = Verdict(
            category: categories.first ?? taxonomy.categories[best], probability: probabilities[best],
            probabilities: probabilities, scores: probabilities, taxonomy: taxonomy,
            abstention: categories.isEmpty ? .unsure : nil,
            provenance: Provenance(
                classifier: "linear", modelDigest: nil, ruleSetDigest: nil, icuVersion: "1"))
        verdict.categories = categories
        return verdict
    }

    @Test func `the figures of four texts equal those computed by hand`() throws {
        var evaluation = Evaluation(taxonomy: Self.taxonomy)
        evaluation.add(
            Self.verdict([0.9, 0.8, 0.1], ["garden", "harbour"]), actual: ["harbour", "garden"], words: 2)
        evaluation.add(Self.verdict([0.9, 0.2, 0.1], ["garden"]), actual: ["garden", "quay"], words: 2)
        evaluation.add(Self.verdict([0.1, 0.2, 0.1], []), actual: [], words: 4)
        evaluation.add(Self.verdict([0.2, 0.7, 0.1], ["harbour"]), actual: ["garden"], words: 4)
        let report = evaluation.report(classifier: "linear")
        // Garden: 2 hits of 2 predicted and 3 actual. Harbour: 1 of 2 and 1. Quay: none of 0 and 1.
        #expect(report.categories.map(\.precision) == [1, 0.5, 0])
        #expect(report.categories.map(\.recall) == [2.0 / 3, 1, 0])
        #expect(report.categories.map(\.support) == [3, 1, 1])
        let macroF1: Double = (0.8 + 2.0 / 3 + 0) / 3
        #expect(abs(report.macroF1 - macroF1) < 1e-12)
        let microF1: Double = 2 * 3.0 / (4 + 5)
        #expect(try #require(report.microF1) == microF1)
        #expect(report.accuracy == 0.5 && report.coverage == 0.75)
        #expect(report.confusion == nil)
        #expect(report.byLength.prefix(2).map(\.accuracy) == [0.5, 0.5])
        // Of the first text: 0.1² + 0.2² + 0.1², of the last: 0.8² + 0.7² + 0.1², each over three labels.
        let squares = [0.06, 0.01 + 0.04 + 0.81, 0.06, 1.14]
        #expect(abs(report.brierScore - squares.reduce(0, +) / 12) < 1e-12)
        #expect(
            report.macroF1Interval.lower <= report.macroF1 && report.macroF1 <= report.macroF1Interval.upper)
        #expect(evaluation.isRight == [true, false, true, false])
    }

    @Test func `without texts every figure is 0`() {
        let report = Evaluation(taxonomy: Self.taxonomy).report(classifier: "linear")
        #expect(report.accuracy == 0 && report.macroF1 == 0 && report.microF1 == 0 && report.logLoss == 0)
    }
}
