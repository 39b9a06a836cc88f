import Glibc
import IlkModels
import IlkText
public import IlkVocabulary

/// What texts that no person labelled count for.
public enum EvidenceWeights {
    /// What a text on which rules agree counts for at most.
    public static let greatestOfRules = 0.25
    /// How much all of them count for at most, as a share of the parent's texts.
    static let shareOfRules = 0.1
    /// How much all texts without a label count for at most, as a share of the parent's texts.
    static let shareOfUnlabelled = 0.5
    /// Below so many corrections held back nothing can be found, and texts without a label count for nothing.
    public static let fewestHeldBack = 20

    /// The weight of texts on which rules agree: the greatest, or less where there are very many.
    public static func ofRules(texts: Int, parentTexts: Int) -> Double {
        min(greatestOfRules, shareOfRules * Double(parentTexts) / Double(max(1, texts)))
    }

    /// What is tried for texts without a label: nothing, and ever more up to as much as there may be.
    public static func candidates(texts: Int, parentTexts: Int) -> [Double] {
        guard texts > 0 else { return [0] }
        let greatest = min(1, shareOfUnlabelled * Double(parentTexts) / Double(texts))
        return [0, greatest / 64, greatest / 16, greatest / 4, greatest]
    }

    /// The weight of the smallest log loss on texts that were held back; the smaller of equal ones. 0 when there are too
    /// few of them.
    ///
    /// - Parameters:
    ///   - candidates: What is tried, ascending.
    ///   - heldBack: The texts.
    ///   - model: Makes the model of a weight.
    /// - Throws: What `model` throws, or `TextError` when ICU is not to be had.
    public static func found(
        among candidates: [Double], on heldBack: [LabelledText], model: (Double) throws -> [UInt8]
    ) throws -> Double {
        guard heldBack.count >= fewestHeldBack, candidates.count > 1 else { return 0 }
        var best = (weight: 0.0, loss: Double.infinity)
        for weight in candidates {
            let loss = try logLoss(BayesModel(ModelStorage(copying: model(weight))), heldBack)
            if loss < best.loss { best = (weight, loss) }
        }
        return best.weight
    }

    /// The mean of -ln of the probability of the right category.
    private static func logLoss(_ model: BayesModel, _ texts: [LabelledText]) throws -> Double {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var scratch = ModelScratch()
        var probabilities: [Double] = []
        var sum = 0.0
        for text in texts {
            guard let category = model.taxonomy.index(of: text.category) else { continue }
            analyzer.analyze(text.text, into: &analysis)
            var scores = [Double](repeating: 0, count: model.taxonomy.count)
            model.score(analysis, using: &scratch, into: &scores)
            Softmax.probabilities(of: scores, into: &probabilities)
            sum -= log(max(1e-12, probabilities[category]))
        }
        return sum / Double(max(1, texts.count))
    }
}
