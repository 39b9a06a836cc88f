public import IlkVocabulary

/// Splits texts so that whole sources are left out together: what a model does on texts from elsewhere.
///
/// Each fold leaves out about the same share of each category's texts; the texts of one source are never divided. A
/// category of one source only is never left out.
public struct SourceFolds: Sendable {
    /// The fold of each text, or -1 for texts that are only ever learned from.
    public let foldOfText: [Int]
    /// How many folds there are.
    public let count: Int

    /// Folds of these texts.
    ///
    /// - Parameters:
    ///   - categories: The category of each text.
    ///   - sources: The source of each text.
    ///   - count: How many folds are wanted. Fewer come out when no category has as many sources.
    public init(categories: [Category], sources: [String], count: Int) {
        precondition(categories.count == sources.count, "one source a text")
        var sizes: [Category: [String: Int]] = [:]
        for (category, source) in zip(categories, sources) {
            sizes[category, default: [:]][source, default: 0] += 1
        }
        var foldOfSource: [Category: [String: Int]] = [:]
        var most = 0
        for (category, sources) in sizes where sources.count > 1 {
            // The largest source first, into the fold with the fewest texts.
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
