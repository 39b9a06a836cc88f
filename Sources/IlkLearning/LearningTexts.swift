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
        let sourceFolds = bySource ? Self.sourceFolds(known, folds) : nil
        leavesOutSources = sourceFolds != nil
        let weights = TrainingRun.weights(of: known)
        let masks = MaskNormalizer()
        texts = known.enumerated().map { index, text in
            Text(
                text: masks.normalize(text.text), category: taxonomy.index(of: text.category) ?? 0,
                weight: weights[index], fold: sourceFolds?[index] ?? Self.fold(of: text.text, folds))
        }
    }

    /// The same text is in the same fold, wherever it stands.
    private static func fold(of text: String, _ count: Int) -> Int {
        Int(StableHash.hash(text, seed: 0x666F_6C64) % UInt64(max(1, count)))
    }

    /// Nil where a category has texts of one source only: it could not be left out.
    private static func sourceFolds(_ texts: [LabelledText], _ count: Int) -> [Int]? {
        let split = SourceFolds(
            categories: texts.map(\.category), sources: texts.map { $0.source ?? "" }, count: count)
        guard split.count > 1, !split.foldOfText.contains(-1) else { return nil }
        return split.foldOfText
    }
}
