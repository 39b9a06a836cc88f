import IlkModels
import IlkTraining
import IlkVocabulary

/// The folds and the weights of training texts.
extension TrainingRun {
    private static let sourceFolds = 5

    /// Returns folds of whole sources, or `nil` for leave-one-out if a text has no source or a category has a
    /// single source.
    static func folds(of texts: [LabeledText]) -> [Int]? {
        guard texts.indices.allSatisfy({ texts[$0].source != nil }) else { return nil }
        let folds = TextFolds(texts, count: sourceFolds)
        return folds.holdsOutSources && folds.coversAllTexts ? folds.foldOfText : nil
    }

    /// Returns the weight of each text. It is 1/√*n* for *n* texts of the same source and category,
    /// normalized to a mean of 1 in the category, and multiplied by the weight of the text itself.
    static func weights(of texts: [LabeledText]) -> [Double] {
        struct Group: Hashable {
            let category: Category
            let source: String?
        }
        var numbers: [Group: Int] = [:]
        var groups: [(category: Category, size: Int)] = []
        let groupOfText = texts.indices.map { index in
            let group = Group(category: texts[index].category, source: texts[index].source)
            let number = numbers[group] ?? groups.count
            if number == groups.count {
                numbers[group] = number
                groups.append((group.category, 0))
            }
            groups[number].size += 1
            return number
        }
        // Floating-point sums must not depend on the order of the texts. Adding the roots by group size
        // ensures that.
        var sums: [Category: Double] = [:]
        var totals: [Category: Int] = [:]
        for (category, size) in groups.sorted(by: { $0.size < $1.size }) {
            sums[category, default: 0] += Double(size).squareRoot()
            totals[category, default: 0] += size
        }
        let weights = groups.map { category, size in
            1 / Double(size).squareRoot() / ((sums[category] ?? 1) / Double(totals[category] ?? 1))
        }
        return texts.indices.map { weights[groupOfText[$0]] * texts[$0].weight }
    }

    /// The weights of feature groups and rules that were fitted to the texts.
    struct Fit {
        var groupWeights: GroupWeights
        var rules: RuleCounts?
        /// The calibration on held-out sources, or `nil` if no sources were held out.
        var calibration: SourceCalibration?
    }

    /// Fits the weights of feature groups and rules. If sources are held out, the weights are calibrated for
    /// texts of other sources.
    static func fit(
        of trainer: inout BayesTrainer, _ learning: RuleLearning?, _ texts: [LabeledText],
        _ check: () throws -> Void
    ) throws -> Fit {
        let (weights, heldOut) = try trainer.fitGroupWeightsOnSources(check: check)
        guard let heldOut, !heldOut.texts.isEmpty else {
            let rules = try learning.map {
                $0.learned(beside: try trainer.leaveOneOutScores(groupWeights: weights, check: check))
            }
            return Fit(groupWeights: weights, rules: rules)
        }
        let fitted = learning?.fitted(beside: heldOut)
        let scores = fitted?.scores ?? heldOut.texts.map(\.scores)
        let calibration = SourceCalibration(heldOut, scores: scores, of: texts)
        let factor = calibration.sharpness
        let rules = fitted.flatMap { learning?.learned($0.weights, multipliedBy: factor) }
        return Fit(groupWeights: weights.multiplied(by: factor), rules: rules, calibration: calibration)
    }
}
