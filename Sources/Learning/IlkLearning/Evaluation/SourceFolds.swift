public import IlkVocabulary

/// Folds for leave-one-source-out evaluation: the texts of one source are never divided.
///
/// Each fold holds out about the same share of each category's texts. A category with a single source is
/// never held out.
public struct SourceFolds: Sendable {
    /// The fold of each text, or -1 for texts that are only used for training.
    public let foldOfText: [Int]
    /// The number of folds.
    public let count: Int

    /// Assigns sources to folds, category by category. The largest source goes first, to the fold with the
    /// fewest texts.
    ///
    /// - Parameters:
    ///   - categories: The category of each text.
    ///   - sources: The source of each text.
    ///   - count: The desired number of folds. There are fewer if no category has as many sources.
    /// - Complexity: O(*n* + *s* log *s*) for *n* texts and *s* sources.
    public init(categories: [Category], sources: [String], count: Int) {
        precondition(categories.count == sources.count, "one source for each text")
        var sizes: [Category: [String: Int]] = [:]
        for (category, source) in zip(categories, sources) {
            sizes[category, default: [:]][source, default: 0] += 1
        }
        var foldOfSource: [Category: [String: Int]] = [:]
        var most = 0
        for (category, sources) in sizes where sources.count > 1 {
            let folds = min(count, sources.count)
            var loads = [Int](repeating: 0, count: folds)
            for (source, size) in sources.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                let fold = loads.indices.min { (loads[$0], $0) < (loads[$1], $1) } ?? 0
                loads[fold] += size
                foldOfSource[category, default: [:]][source] = fold
            }
            most = max(most, folds)
        }
        self.count = most
        foldOfText = zip(categories, sources).map { foldOfSource[$0]?[$1] ?? -1 }
    }
}
