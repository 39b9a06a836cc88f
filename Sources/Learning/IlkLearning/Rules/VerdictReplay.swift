import IlkFiles
public import IlkModels
import IlkPipeline
public import IlkRules
import IlkText
import IlkVocabulary

/// Classifies texts with two rule sets and finds the texts for which the predictions differ.
///
/// Each text is analyzed once, and the model runs at most once. Only the rules run twice. The verdicts equal
/// the verdicts of a `Pipeline` with the same rules and model, without corrections.
public struct VerdictReplay: Sendable {
    /// The old rules.
    public let old: RuleSet
    /// The new rules.
    public let new: RuleSet
    let model: (any TextModel)?
    package var hasModel: Bool { model != nil }
    let threshold: Double
    /// The index of each old rule in the new set, or `nil` if the new set lacks the rule, and the reverse.
    let indexInNew: [Int?]
    let placeInOld: [Int?]

    /// Creates a replay. Both rule sets and the model must have the same categories.
    ///
    /// - Parameters:
    ///   - old: The old rules.
    ///   - new: The new rules.
    ///   - model: A model whose scores are added to the scores of both rule sets, or `nil` for rules alone.
    ///   - threshold: The minimum probability for a prediction, 0 ... 1.
    /// - Complexity: O(*r* log *r*) in the number of rules.
    public init(
        from old: RuleSet, to new: RuleSet, beside model: (any TextModel)? = nil, threshold: Double = 0.5
    ) {
        precondition(
            old.taxonomy.categories == new.taxonomy.categories, "both have the same categories")
        precondition(model.map { $0.taxonomy.categories == new.taxonomy.categories } ?? true, "the model too")
        self.old = old
        self.new = new
        self.model = model
        self.threshold = threshold
        indexInNew = old.rules.map { new.index(ofRule: $0.id) }
        placeInOld = new.rules.map { old.index(ofRule: $0.id) }
    }

    /// Returns the texts for which the two rule sets give different predictions, in the order of the texts.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - threads: The maximum number of threads.
    ///   - progress: Called on the caller's thread after each block of texts, with the number of texts
    ///     classified so far. An error thrown here ends the replay.
    /// - Throws: `TextError` if ICU is not available, and the errors of `progress`.
    /// - Complexity: O(*n*) in the total length of the texts, divided among the threads.
    public func flips(
        in texts: [ReplayedText], threads: Int = 1, progress: (Int) throws -> Void = { _ in }
    ) throws -> [VerdictFlip] {
        var found: [VerdictFlip] = []
        try OrderedBatches.forEachBlock(of: texts.count, threads: threads) {
            let session = try ReplaySession(self)
            return { block in block.compactMap { session.flip(texts[$0].text, at: $0) } }
        } receive: { block, flips in
            found += flips
            try progress(block.upperBound)
        }
        return found
    }
}
