import IlkTraining
import IlkModels
import IlkText
import IlkVocabulary

/// Labelled texts as trainers take them: masks filled, weighed by source, each with the fold that it is left out in.
struct LearningTexts {
    /// A text that is learned from.
    struct Text {
        var text: String
        var category: Int
        var weight: Double
        var fold: Int
    }

    /// The texts of the taxonomy's categories, in order.
    let texts: [Text]
    /// Whether whole sources are left out together; else folds are by the texts themselves.
    let leavesOutSources: Bool

    /// Texts in folds.
    ///
    /// - Parameters:
    ///   - labelled: The texts. Those of other categories than the taxonomy's are left out.
    ///   - folds: How many folds are wanted.
    ///   - bySource: Whether whole sources are left out together, where each category has texts of two.
    init(_ labelled: [LabelledText], taxonomy: Taxonomy, folds: Int, bySource: Bool) {
        let known = labelled.filter { taxonomy.index(of: $0.category) != nil }
        var split = TextFolds(known, count: folds, bySource: bySource)
        // A category of one source could not be left out.
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
