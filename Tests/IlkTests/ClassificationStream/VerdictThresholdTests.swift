import IlkVocabulary
import Testing

@testable import Ilk

@Suite("thresholds of a request") struct VerdictThresholdTests {
    private static let labels: [Category] = ["a", "b", "c"]

    private static func verdict(
        _ probabilities: [Double], categories: [Category]? = nil, abstention: Verdict.Abstention? = nil
    ) -> Verdict {
        let taxonomy = Taxonomy(name: "letters", categories: labels, isMultilabel: categories != nil)
        var verdict = Verdict(
            category: "a", probability: probabilities[0], probabilities: probabilities, scores: [0, 0, 0],
            taxonomy: taxonomy, abstention: abstention,
            provenance: Provenance(
                classifier: "rules", modelDigest: nil, ruleSetDigest: nil, icuVersion: "72"))
        verdict.categories = categories
        return verdict
    }

    @Test(
        arguments: [
            (0, nil), (0.6, nil), (0.600001, .unsure), (1, .unsure),
        ] as [(Double, Verdict.Abstention?)])
    func `a prediction below the threshold becomes unsure`(threshold: Double, abstention: Verdict.Abstention?)
    {
        let verdict = Self.verdict([0.6, 0.3, 0.1]).withThreshold(threshold)
        #expect(verdict.abstention == abstention && verdict.category == "a" && verdict.probability == 0.6)
    }

    @Test func `an abstention does not change`() {
        for abstention in Verdict.Abstention.allCases {
            let verdict = Self.verdict([0.9, 0.05, 0.05], abstention: abstention)
            #expect(verdict.withThreshold(0.1) == verdict && verdict.withThreshold(1) == verdict)
        }
    }

    @Test(
        arguments: [
            (0.5, ["a", "b"], nil), (0.75, ["a"], nil), (0.95, [], .unsure),
        ] as [(Double, [Category], Verdict.Abstention?)])
    func `each predicted category of a multi-label taxonomy is compared`(
        threshold: Double, categories: [Category], abstention: Verdict.Abstention?
    ) {
        let verdict = Self.verdict([0.9, 0.7, 0.1], categories: ["a", "b"]).withThreshold(threshold)
        #expect(verdict.categories == categories && verdict.abstention == abstention)
    }
}
