import IlkLearning
import IlkVocabulary
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("Measurements as text") struct MeasurementTextTests {
    private static let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour", "quay"])

    private static func report(_ classifier: String) -> EvaluationReport {
        var evaluation = Evaluation(taxonomy: taxonomy)
        for (actual, probabilities, words) in [
            ("garden", [0.8, 0.1, 0.1], 2), ("garden", [0.2, 0.7, 0.1], 4), ("harbour", [0.1, 0.8, 0.1], 4),
        ] as [(Category, [Double], Int)] {
            let best = probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 0
            let verdict = Verdict(
                category: taxonomy.categories[best], probability: probabilities[best],
                probabilities: probabilities,
                scores: probabilities, taxonomy: taxonomy,
                provenance: Provenance(
                    classifier: classifier, modelDigest: nil, ruleSetDigest: nil, icuVersion: "1"))
            evaluation.add(verdict, actual: actual, words: words)
        }
        return evaluation.report(classifier: classifier)
    }

    @Test func `a single classifier is reported in full`() {
        let text = MeasurementText(style: Style(isColored: false))
            .text(MeasurementResult(report: Self.report("bayes")))
        #expect(
            text == """
                bayes on 3 texts

                accuracy               0.6667  0.0943 to 0.9916
                macro-F1               0.6667  0.0000 to 1.0000
                log loss               0.6852
                Brier score            0.4200
                calibration error      0.3667  debiased: 0.0640; expected by chance: 0.3027
                coverage               1.0000
                selective accuracy     0.6667
                error of the top 50 %  0.0000  probability of at least 0.8000
                error of the top 80 %  0.3333  probability of at least 0.7000

                label    precision  recall      F1  support
                garden      1.0000  0.5000  0.6667        2
                harbour     0.5000  1.0000  0.6667        1
                quay        0.0000       -       -        0

                actual \\ predicted  garden  harbour  quay
                garden                   1        1     .
                harbour                  .        1     .
                quay                     .        .     .

                length       texts  accuracy  macro-F1
                1-2 words        1    1.0000    1.0000
                3-5 words        2    0.5000    0.3333
                6-10 words       0         -         -
                11-50 words      0         -         -
                51+ words        0         -         -

                """)
    }

    @Test func `compared classifiers are reported in one row each`() {
        let text = MeasurementText(style: Style(isColored: false)).text(
            MeasurementResult(
                report: Self.report("fused"), variants: [Self.report("bayes"), Self.report("fused")],
                leftOut: .init(folds: 2, sources: 3, trainingOnly: 0)))
        #expect(
            text.hasPrefix("fused on 3 texts from 3 sources, each held out (2 folds)\n"))
        #expect(
            text.contains(
                """
                macro-F1  all texts  1-2 words  3-5 words  6-10 words  11-50 words  51+ words
                bayes        0.6667     1.0000     0.3333           -            -          -
                fused        0.6667     1.0000     0.3333           -            -          -
                """))
    }
}
