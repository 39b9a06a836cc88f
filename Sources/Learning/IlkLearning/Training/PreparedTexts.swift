import IlkTraining
import IlkModels
import IlkText
import IlkVocabulary

/// Preprocessed training texts: placeholders are replaced (`MaskNormalizer`), and the texts are weighted by
/// source and assigned to folds.
struct PreparedTexts {
    struct Text {
        var text: String
        var labels: [Int]
        var weight: Double
        var fold: Int
    }

    /// The texts with labels of the taxonomy, in order.
    let texts: [Text]
    /// `true` if the folds consist of whole sources.
    let leavesOutSources: Bool

    /// Assigns the texts with labels of the taxonomy to folds. With `bySource`, the folds consist of whole
    /// sources if each category has at least two sources.
    init(_ labeled: [LabeledText], taxonomy: Taxonomy, folds: Int, bySource: Bool) {
        var known = labeled.filter { $0.isLabeled(by: taxonomy) }
        // Folds and weights depend on the first label. Sorting makes them independent of the order of the
        // labels.
        for index in known.indices where !known[index].furtherCategories.isEmpty {
            known[index].categories.sort()
        }
        var split = TextFolds(known, count: folds, bySource: bySource)
        // A category with a single source cannot be held out.
        if !split.coversAllTexts { split = TextFolds(known, count: folds, bySource: false) }
        leavesOutSources = split.holdsOutSources
        let weights = TrainingRun.weights(of: known)
        let masks = MaskNormalizer()
        texts = known.enumerated().map { index, text in
            Text(
                text: masks.normalize(text.text), labels: text.categories.compactMap(taxonomy.index),
                weight: weights[index], fold: split.foldOfText[index])
        }
    }
}
