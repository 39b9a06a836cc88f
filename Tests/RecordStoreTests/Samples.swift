import FoundationEssentials
import IlkVocabulary

/// Sample data for tests.
enum Samples {
    static let noon = Date(timeIntervalSince1970: 1_800_000_000)

    static func classification(
        _ category: IlkVocabulary.Category = .message, at seconds: Double = 0, verdict: Verdict? = nil
    ) -> TextClassification {
        TextClassification(
            category: category, timestamp: noon.addingTimeInterval(seconds), textSample: "", verdict: verdict)
    }

    static func verdict(
        _ probabilities: [Double] = [0.125, 0.5, 0.0625, 0.25, 0.03125, 0.03125],
        abstention: Verdict.Abstention? = nil, flags: [Verdict.Flag] = [], model: String? = "ab12"
    ) -> Verdict {
        let best = probabilities.max() ?? 0
        let place = probabilities.firstIndex(of: best) ?? 0
        return Verdict(
            category: Taxonomy.documentType.categories[place], probability: best,
            probabilities: probabilities,
            scores: probabilities, taxonomy: .documentType, abstention: abstention, flags: flags,
            provenance: Provenance(
                classifier: "fused", modelDigest: model, ruleSetDigest: nil, icuVersion: "72.1"))
    }

    static let features = TextFeatures(
        sentenceCount: 2, wordCount: 9, formalityScore: 0.1,
        others: [.digitRatio: 1.0 / 3, .meanWordLength: 1e-7])
}
