import IlkLearning
import IlkVocabulary

/// The parts of labelled texts that are left out in turn: whole sources where all texts name theirs, else texts.
struct FitFolds {
    /// The part of each text; -1 for those that are only learned from.
    let foldOfText: [Int]
    /// How many parts there are.
    let count: Int
    /// Whether the parts are made of whole sources.
    let leavesOutSources: Bool

    init(_ texts: [LabelledText], count: Int) {
        let sources = texts.compactMap(\.source)
        if sources.count == texts.count {
            let folds = SourceFolds(categories: texts.map(\.category), sources: sources, count: count)
            if folds.count > 1 {
                (foldOfText, self.count, leavesOutSources) = (folds.foldOfText, folds.count, true)
                return
            }
        }
        // By what the text is, so that the order of the lines has no part in it and a text that is there twice is left
        // out as a whole.
        let folds = texts.map { Int(ContentDigest(of: $0.text).bytes[0]) % count }
        foldOfText = folds
        self.count = Set(folds).count > 1 ? count : Set(folds).count
        leavesOutSources = false
    }
}
