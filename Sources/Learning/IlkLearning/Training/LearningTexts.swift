import IlkTraining
import IlkModels
import IlkText
import IlkVocabulary

/// Preprocessed training texts: masks filled, weighted by source, and assigned to folds.
struct LearningTexts {
    /// A training text.
    struct Text {
        var text: String
        var category: Int
        var weight: Double
        var fold: Int
    }

    /// The texts with labels of the taxonomy, in order.
    let texts: [Text]
    /// `true` if the folds consist of whole sources.
    let leavesOutSources: Bool

    /// Preprocesses texts and assigns them to folds.
    ///
    /// - Parameters:
    ///   - labelled: The labeled texts. Texts with labels outside the taxonomy are ignored.
    ///   - taxonomy: The categories.
    ///   - folds: The desired number of folds.
    ///   - bySource: `true` to keep the texts of a source together, if each category has at least two
    ///     sources.
    init(_ labelled: [LabelledText], taxonomy: Taxonomy, folds: Int, bySource: Bool) {
        let known = labelled.filter { taxonomy.index(of: $0.category) != nil }
        var split = TextFolds(known, count: folds, bySource: bySource)
        // A category with a single source cannot be held out.
        if !split.leavesOutAll { split = TextFolds(known, count: folds, bySource: false) }
        leavesOutSources = split.leavesOutSources
        let weights = TrainingRun.weights(of: known)
        let masks = MaskNormalizer()
        texts = known.enumerated().map { index, text in
            Text(
                text: masks.normalize(text.text), category: taxonomy.index(of: text.category) ?? 0,
                weight: weights[index], fold: split.foldOfText[index])
        }
    }
}
