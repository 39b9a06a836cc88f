public import IlkVocabulary

/// The parts of labelled texts that are left out in turn: whole sources where all texts name theirs, else texts.
public struct TextFolds: Sendable, Hashable {
    /// The part of each text; -1 for those that are only learned from.
    public let foldOfText: [Int]
    /// How many parts there are.
    public let count: Int
    /// Whether the parts are made of whole sources.
    public let leavesOutSources: Bool

    /// The parts of these texts. They do not depend on the order of the texts.
    ///
    /// - Parameters:
    ///   - count: How many are wanted, from 2. Fewer come out where there are not as many sources or texts.
    ///   - bySource: Whether whole sources are left out together, where there are two.
    public init(_ texts: [LabelledText], count: Int, bySource: Bool = true) {
        let sources = bySource ? texts.compactMap(\.source) : []
        if sources.count == texts.count, !texts.isEmpty {
            let folds = SourceFolds(categories: texts.map(\.category), sources: sources, count: count)
            if folds.count > 1 {
                (foldOfText, self.count, leavesOutSources) = (folds.foldOfText, folds.count, true)
                return
            }
        }
        let dealt = Self.deal(texts, count)
        (foldOfText, self.count, leavesOutSources) = (dealt, (dealt.max() ?? -1) + 1, false)
    }

    /// Whether every text is left out once.
    public var leavesOutAll: Bool { !foldOfText.contains(-1) }

    /// The texts of a category are dealt out in turn, in the order of their digests, so that the order of the lines means
    /// nothing, and each part has its share of each category. Texts that are the same to the last letter go together.
    private static func deal(_ texts: [LabelledText], _ count: Int) -> [Int] {
        let digests = texts.map { ContentDigest(of: $0.text).description }
        let order = texts.indices.sorted {
            (texts[$0].category.rawValue, digests[$0], $0) < (texts[$1].category.rawValue, digests[$1], $1)
        }
        var folds = [Int](repeating: 0, count: texts.count)
        var foldOfDigest: [String: Int] = [:]
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
