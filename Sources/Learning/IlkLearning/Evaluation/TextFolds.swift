public import IlkVocabulary

/// Folds for cross-validation. The folds consist of whole sources if every text has a source and some
/// category has at least two sources. Otherwise the folds consist of single texts.
public struct TextFolds: Sendable, Hashable {
    /// The fold of each text, or -1 for texts that are only used for training.
    public let foldOfText: [Int]
    /// The number of folds.
    public let count: Int
    /// `true` if the folds consist of whole sources.
    public let holdsOutSources: Bool

    /// Assigns texts to folds. The folds do not depend on the order of the texts.
    ///
    /// - Parameters:
    ///   - texts: The labeled texts.
    ///   - count: The desired number of folds, at least 2. There are fewer folds if there are fewer sources
    ///     or distinct texts.
    ///   - bySource: `true` to keep the texts of a source together, if some category has at least two
    ///     sources.
    /// - Complexity: O(*n* log *n*) in the number of texts, after hashing them.
    public init(_ texts: [LabeledText], count: Int, bySource: Bool = true) {
        // Of several labels the first in the order of names counts, whatever their order in the text.
        let categories = texts.map { $0.categories.min { $0.rawValue < $1.rawValue } ?? $0.category }
        let sources = bySource ? texts.compactMap(\.source) : []
        if sources.count == texts.count, !texts.isEmpty {
            let folds = SourceFolds(categories: categories, sources: sources, count: count)
            if folds.count > 1 {
                (foldOfText, self.count, holdsOutSources) = (folds.foldOfText, folds.count, true)
                return
            }
        }
        let dealt = Self.deal(texts, categories, count)
        (foldOfText, self.count, holdsOutSources) = (dealt, (dealt.max() ?? -1) + 1, false)
    }

    /// `true` if every text is held out in one of the folds.
    public var coversAllTexts: Bool { !foldOfText.contains(-1) }

    /// Deals the texts of each category to the folds in turn, in the order of their digests.
    ///
    /// The result is stratified and does not depend on the order of the texts. Identical texts are in the
    /// same fold.
    private static func deal(_ texts: [LabeledText], _ categories: [Category], _ count: Int) -> [Int] {
        let digests = texts.map { ContentDigest(of: $0.text) }
        let order = texts.indices.sorted {
            (categories[$0].rawValue, digests[$0], $0) < (categories[$1].rawValue, digests[$1], $1)
        }
        var folds = [Int](repeating: 0, count: texts.count)
        var foldOfDigest: [ContentDigest: Int] = [:]
        var next = 0
        for index in order {
            if let known = foldOfDigest[digests[index]] {
                folds[index] = known
            } else {
                folds[index] = next % max(1, count)
                foldOfDigest[digests[index]] = next % max(1, count)
                next += 1
            }
        }
        return folds
    }
}
