import FoundationEssentials
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

@Suite("Evaluation") struct EvaluationTests {
    private static let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour", "quay"])

    private static func verdict(_ probabilities: [Double]) -> Verdict {
        let best = probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0
        return Verdict(
            category: taxonomy.categories[best], probability: probabilities[best],
            probabilities: probabilities,
            scores: probabilities, taxonomy: taxonomy,
            provenance: Provenance(classifier: "bayes", modelDigest: nil, ruleSetDigest: nil, icuVersion: "1")
        )
    }

    @Test func `the figures of three texts equal those computed by hand`() {
        var evaluation = Evaluation(taxonomy: Self.taxonomy)
        evaluation.add(Self.verdict([0.8, 0.1, 0.1]), actual: "garden", words: 2, script: "Latn")
        evaluation.add(Self.verdict([0.2, 0.7, 0.1]), actual: "garden", words: 4, script: "Latn")
        evaluation.add(Self.verdict([0.1, 0.8, 0.1]), actual: "harbour", words: 4)
        let report = evaluation.report(classifier: "bayes")
        // 0.2² + 0.1² + 0.1² = 0.06; 0.8² + 0.7² + 0.1² = 1.14; 0.06 again.
        #expect(abs(report.brierScore - (0.06 + 1.14 + 0.06) / 3) < 1e-12)
        #expect(abs(report.accuracy - 2.0 / 3) < 1e-12)
        #expect(report.byScript.map(\.name) == ["Latn", "none"])
        #expect(report.byScript.map(\.accuracy) == [0.5, 1])
        #expect(report.accuracyInterval == BinomialProportion(events: 2, trials: 3).interval())
        // The two most confident predictions are correct, the third is wrong.
        #expect(report.riskCurve.points.map(\.threshold) == [0.8, 0.7])
        #expect(report.riskCurve.points.map(\.risk) == [0, 1.0 / 3])
        #expect(abs(report.riskCurve.area - 1.0 / 9) < 1e-12)
    }

    @Test func `labels without texts change no figure, and a matrix of more than 1,000 labels is omitted`() {
        func report(unused: Int) -> EvaluationReport {
            let taxonomy = Taxonomy(
                name: "places",
                categories: Self.taxonomy.categories + (0..<unused).map { Category("unused \($0)") })
            var evaluation = Evaluation(taxonomy: taxonomy)
            for text in 0..<40 {
                let (actual, predicted) = (text % 3, text % 7 % 3)
                var probabilities = [Double](repeating: 0, count: taxonomy.count)
                probabilities[predicted] = 0.75
                probabilities[(predicted + 1) % 3] = 0.25
                evaluation.add(
                    Verdict(
                        category: taxonomy.categories[predicted], probability: 0.75,
                        probabilities: probabilities, scores: probabilities, taxonomy: taxonomy,
                        provenance: Provenance(
                            classifier: "bayes", modelDigest: nil, ruleSetDigest: nil, icuVersion: "1")),
                    actual: taxonomy.categories[actual], words: text)
            }
            #expect(evaluation.accuracy == evaluation.report(classifier: "").accuracy)
            return evaluation.report(classifier: "bayes")
        }
        let (few, many) = (report(unused: 0), report(unused: 1_000))
        #expect(few.confusion != nil && many.confusion == nil)
        #expect(few.accuracy == many.accuracy && few.macroF1Interval == many.macroF1Interval)
        #expect(abs(few.macroF1 - many.macroF1) < 1e-12)
        #expect(few.byLength.map(\.accuracy) == many.byLength.map(\.accuracy))
        for (one, other) in zip(few.categories, many.categories) {
            #expect(abs(one.f1 - other.f1) < 1e-12 && one.support == other.support)
        }
    }

    @Test func `the macro-F1 interval is that of drawing each text of each sample`() {
        let rows = (0..<50).map { index in
            LabelTally.Row(actual: [index % 3], predicted: index % 7 == 0 ? [0, 2] : [index % 4])
        }
        var generator = SeededSplitMix64(seed: 0x696C_6B65_7661_6C31)
        let scores = (0..<Bootstrap.samples).map { _ in
            LabelTally(rows.map { _ in rows[generator.index(below: rows.count)] }, categories: 4).macroF1
        }.sorted()
        #expect(
            Bootstrap.macroF1Interval(rows: rows, categories: 4)
                == ConfidenceInterval(lower: scores[25], upper: scores[974]))
    }

    @Test func `without texts every figure is a finite number`() {
        let report = Evaluation(taxonomy: Self.taxonomy).report(classifier: "bayes")
        for figure in [
            report.accuracy, report.macroF1, report.logLoss, report.brierScore,
            report.calibration.expectedError,
            report.calibration.debiasedError, report.calibration.expectedErrorByChance, report.riskCurve.area,
        ] { #expect(figure == 0) }
        #expect(report.riskCurve.points.isEmpty && report.byScript.isEmpty)
    }

    /// The calibration of random predictions that are correct with their stated probability, or with
    /// probability `found`.
    private static func calibration(_ count: Int, seed: UInt64, found: (Double) -> Double = { $0 })
        -> Calibration
    {
        var generator = SeededGenerator(seed: seed)
        let stated = (0..<count).map { _ in Double.random(in: 0.3..<1, using: &generator) }
        return Calibration(
            probabilities: stated,
            isRight: stated.map { Double.random(in: 0..<1, using: &generator) < found($0) })
    }

    @Test func `the debiased calibration error is near 0 for calibrated predictions`() {
        for seed in 1...5 {
            let calibration = Self.calibration(1_600, seed: UInt64(seed))
            // The range reported in the literature for so many texts and bins.
            #expect(calibration.expectedErrorByChance > 0.01 && calibration.expectedErrorByChance < 0.05)
            #expect(calibration.debiasedError < 0.015, "seed \(seed): \(calibration.debiasedError)")
            #expect(calibration.expectedError > calibration.debiasedError)
        }
    }

    @Test func `a real miscalibration remains after debiasing`() {
        let calibration = Self.calibration(20_000, seed: 3) { $0 - 0.2 }
        #expect(abs(calibration.expectedError - 0.2) < 0.02)
        #expect(abs(calibration.debiasedError - 0.2) < 0.03)
        #expect(calibration.ranges.count == 15 && calibration.ranges.reduce(0) { $0 + $1.texts } == 20_000)
    }

    @Test func `the interval of the accuracy is the Clopper-Pearson interval`() {
        var evaluation = Evaluation(taxonomy: Self.taxonomy)
        for index in 0..<1_000 {
            evaluation.add(
                Self.verdict([0.6, 0.3, 0.1]), actual: index % 5 == 0 ? "harbour" : "garden", words: 3)
        }
        let report = evaluation.report(classifier: "bayes")
        let exact = BinomialProportion(events: 800, trials: 1_000).interval()
        #expect(report.accuracyInterval == exact)
        #expect(evaluation.report(classifier: "bayes") == report, "equal texts give equal intervals")
    }

    @Test func `four correct predictions do not make the accuracy certain`() throws {
        var evaluation = Evaluation(taxonomy: Self.taxonomy)
        for _ in 0..<4 { evaluation.add(Self.verdict([0.8, 0.1, 0.1]), actual: "garden", words: 3) }
        let report = evaluation.report(classifier: "bayes")
        #expect(report.accuracy == 1 && report.accuracyInterval.upper == 1)
        #expect(abs(report.accuracyInterval.lower - 0.3976) < 1e-4)
        // Lengths without texts have no accuracy.
        #expect(report.byLength.map(\.texts) == [0, 4, 0, 0, 0])
        #expect(report.byLength.map(\.accuracy) == [nil, 1, nil, nil, nil])
        let json = String(decoding: try JSONEncoder().encode(report.byLength[0]), as: UTF8.self)
        #expect(json.contains(#""accuracy":null"#) && json.contains(#""macroF1":null"#))
    }

    @Test func `two classifiers are compared on the texts where they differ`() {
        var comparison = PairedComparison()
        for _ in 0..<80 { comparison.add(firstIsRight: true, secondIsRight: true) }
        for _ in 0..<2 { comparison.add(firstIsRight: true, secondIsRight: false) }
        for _ in 0..<8 { comparison.add(firstIsRight: false, secondIsRight: true) }
        for _ in 0..<10 { comparison.add(firstIsRight: false, secondIsRight: false) }
        // 2 * (1 + 10 + 45) / 1024
        #expect(abs(comparison.pValue - 2 * 56.0 / 1_024) < 1e-12)
        #expect(abs(comparison.difference - 0.06) < 1e-12)
        #expect(comparison.differenceInterval.lower < 0.06 && comparison.differenceInterval.upper > 0.06)
        #expect(PairedComparison().pValue == 1 && PairedComparison().difference == 0)
    }
}
