public import IlkVocabulary

/// The parts of labelled texts that are left out in turn: whole sources where all texts name theirs, else texts.
public struct FitFolds: Sendable, Hashable {
    /// The part of each text; -1 for those that are only learned from.
    public let foldOfText: [Int]
    /// How many parts there are.
    public let count: Int
    /// Whether the parts are made of whole sources.
    public let leavesOutSources: Bool

    /// The parts of these texts.
    ///
    /// - Parameter count: How many are wanted, from 2. Fewer come out where there are not as many sources.
    public init(_ texts: [LabelledText], count: Int) {
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
        let parts = texts.map { Int(ContentDigest(of: $0.text).bytes[0]) % count }
        let present = Set(parts).sorted()
        foldOfText = parts.map { part in present.firstIndex(of: part) ?? -1 }
        self.count = present.count
        leavesOutSources = false
    }
}
