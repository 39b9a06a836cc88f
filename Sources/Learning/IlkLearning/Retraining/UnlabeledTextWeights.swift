import Glibc
import IlkModels
import IlkText
public import IlkVocabulary

/// The weights of training texts without a human label.
public enum UnlabeledTextWeights {
    /// The maximum weight of a text that rules agree on.
    public static let maximumForRules = 0.25
    /// The maximum total weight of the texts that rules agree on, as a share of the base version's texts. A
    /// share of 0.1 is too large: 10,000 similar texts without corrections would reduce the accuracy on other
    /// texts.
    static let shareOfRules = 0.02
    /// The maximum total weight of unlabeled texts, as a share of the base version's texts.
    static let shareOfUnlabeled = 0.5
    /// The minimum number of held-out corrections for choosing a weight. With fewer, unlabeled texts get the
    /// weight 0.
    public static let minimumHeldOut = 20

    /// Returns the weight of a text that rules agree on: the maximum, or less if there are many such texts.
    ///
    /// - Parameters:
    ///   - texts: The number of texts that rules agree on.
    ///   - baseTexts: The number of training texts of the base version.
    public static func forRules(texts: Int, baseTexts: Int) -> Double {
        min(maximumForRules, shareOfRules * Double(baseTexts) / Double(max(1, texts)))
    }

    /// Returns the candidate weights for unlabeled texts in ascending order: 0 and steps up to the maximum.
    ///
    /// - Parameters:
    ///   - texts: The number of unlabeled texts.
    ///   - baseTexts: The number of training texts of the base version.
    public static func candidates(texts: Int, baseTexts: Int) -> [Double] {
        guard texts > 0 else { return [0] }
        let greatest = min(1, shareOfUnlabeled * Double(baseTexts) / Double(texts))
        return [0, greatest / 64, greatest / 16, greatest / 4, greatest]
    }

    /// Returns the candidate weight with the smallest log loss on held-out texts. The smaller weight wins a
    /// tie.
    ///
    /// - Parameters:
    ///   - candidates: The weights, ascending.
    ///   - heldOut: The held-out texts.
    ///   - model: Trains a model with a weight and returns its file.
    /// - Returns: The weight. It is 0 with fewer than ``minimumHeldOut`` texts.
    /// - Throws: The errors of `model`, `FormatError` if its file is invalid, and `TextError` if ICU is not
    ///   available.
    /// - Complexity: A training, and a classification of the held-out texts, for each candidate.
    public static func best(
        among candidates: [Double], on heldOut: [LabeledText], model: (Double) throws -> [UInt8]
    ) throws -> Double {
        guard heldOut.count >= minimumHeldOut, candidates.count > 1 else { return 0 }
        var best = (weight: 0.0, loss: Double.infinity)
        for weight in candidates {
            let loss = try logLoss(BayesModel(ModelStorage(copying: model(weight))), heldOut)
            if loss < best.loss { best = (weight, loss) }
        }
        return best.weight
    }

    /// Returns the mean negative natural logarithm of the probability of the actual category.
    private static func logLoss(_ model: BayesModel, _ texts: [LabeledText]) throws -> Double {
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
