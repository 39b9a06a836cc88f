public import IlkVocabulary

/// Folds for leave-one-source-out evaluation: all texts of a source are in the same fold, regardless of their
/// categories.
///
/// Each fold holds out about the same share of each category's texts. If all texts of a category would be in
/// one fold, for example because they have a single source, these texts are only used for training.
public struct SourceFolds: Sendable {
    /// The fold of each text, or -1 for texts that are only used for training.
    public let foldOfText: [Int]
    /// The number of folds.
    public let count: Int

    /// Assigns sources to folds, the largest source first. A source is assigned to the fold with the fewest
    /// texts of the source's rarest category.
    ///
    /// - Parameters:
    ///   - categories: The category of each text.
    ///   - sources: The source of each text.
    ///   - count: The desired number of folds. There are fewer folds if every category has fewer sources than
    ///     this number.
    /// - Complexity: O(*n* + *s* log *s*) for *n* texts and *s* sources.
    public init(categories: [Category], sources: [String], count: Int) {
        precondition(categories.count == sources.count, "one source for each text")
        var sizes: [String: [Category: Int]] = [:]
        for (category, source) in zip(categories, sources) {
            sizes[source, default: [:]][category, default: 0] += 1
        }
        var sourcesOfCategory: [Category: Int] = [:]
        for category in sizes.values.flatMap(\.keys) { sourcesOfCategory[category, default: 0] += 1 }
        let most = sourcesOfCategory.values.filter { $0 > 1 }.map { min(count, $0) }.max() ?? 0
        let foldOfSource = most > 0 ? Self.deal(sizes, sourcesOfCategory, most) : [:]
        var foldsOfCategory: [Category: Set<Int>] = [:]
        for (source, sizes) in sizes {
            let fold = foldOfSource[source] ?? -1
            for category in sizes.keys { foldsOfCategory[category, default: []].insert(fold) }
        }
        self.count = most
        foldOfText = zip(categories, sources).map { category, source in
            (foldsOfCategory[category]?.count ?? 0) > 1 ? foldOfSource[source] ?? -1 : -1
        }
    }

    private static func deal(
        _ sizes: [String: [Category: Int]], _ sourcesOfCategory: [Category: Int], _ count: Int
    ) -> [String: Int] {
        let totals = sizes.mapValues { $0.values.reduce(0, +) }
        var loads = [[Category: Int]](repeating: [:], count: count)
        var texts = [Int](repeating: 0, count: count)
        var folds: [String: Int] = [:]
        for (source, total) in totals.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let own = sizes[source] ?? [:]
            let rarest = own.keys.min {
                (sourcesOfCategory[$0] ?? 0, -(own[$0] ?? 0), $0)
                    < (sourcesOfCategory[$1] ?? 0, -(own[$1] ?? 0), $1)
            }
            guard let category = rarest else { continue }
            let fold =
                loads.indices.min {
                    (loads[$0][category] ?? 0, texts[$0], $0) < (loads[$1][category] ?? 0, texts[$1], $1)
                } ?? 0
            loads[fold].merge(own, uniquingKeysWith: +)
            texts[fold] += total
            folds[source] = fold
        }
        return folds
    }
}
