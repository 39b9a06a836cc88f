public import IlkModels
import IlkPipeline
public import IlkRules
import IlkText
import IlkVocabulary
import Synchronization

/// Classifies texts with two rule sets and finds the different predictions.
///
/// Each text is analyzed once and the model, if any, evaluated once. Only the rules run twice. The verdicts
/// equal the verdicts of a `Pipeline` with the same rules and model, without corrections.
public struct VerdictReplay: Sendable {
    /// The old rules.
    public let old: RuleSet
    /// The new rules.
    public let new: RuleSet
    let model: (any TextModel)?
    package var hasModel: Bool { model != nil }
    let threshold: Double
    /// The index in the new set of each old rule, and the reverse.
    let indexInNew: [Int?]
    let placeInOld: [Int?]

    /// The number of texts that a thread processes at a time.
    private static let block = 256

    /// Creates a replay. Both rule sets and the model must have the same categories.
    ///
    /// - Parameters:
    ///   - old: The old rules.
    ///   - new: The new rules.
    ///   - model: A model whose scores are added to both, or `nil` for rules alone.
    ///   - threshold: The minimum probability for a prediction, 0 ... 1.
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

    /// Returns the texts with different predictions, in their order.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - threads: The number of parallel tasks.
    ///   - progress: Called by the calling task after each block with the number of texts done. An error
    ///     thrown here ends the replay.
    /// - Throws: `TextError` if ICU is not available, and the errors of `progress`.
    /// - Complexity: O(*n*) in the total length of the texts, divided among the threads.
    public func flips(
        in texts: [ReplayedText], threads: Int = 1, progress: (Int) throws -> Void = { _ in }
    ) async throws -> [VerdictFlip] {
        let turn = TextCounter()
        return try await withThrowingTaskGroup(of: [VerdictFlip].self) { group in
            for _ in 1..<max(1, threads) {
                group.addTask { try work(texts, turn) { _ in } }
            }
            var found: [VerdictFlip]
            do {
                found = try work(texts, turn, progress)
            } catch {
                turn.end(texts.count)
                throw error
            }
            for try await others in group { found += others }
            return found.sorted { $0.text < $1.text }
        }
    }

    private func work(
        _ texts: [ReplayedText], _ turn: TextCounter, _ progress: (Int) throws -> Void
    ) throws -> [VerdictFlip] {
        let session = try ReplaySession(self)
        var found: [VerdictFlip] = []
        while true {
            let start = turn.next(Self.block)
            guard start < texts.count else { return found }
            for text in start..<min(start + Self.block, texts.count) {
                if let flip = session.flip(texts[text].text, at: text) { found.append(flip) }
            }
            try progress(min(start + Self.block, texts.count))
        }
    }

    /// The index of the first text that no thread has claimed.
    private final class TextCounter: Sendable {
        private let first = Atomic<Int>(0)

        func next(_ count: Int) -> Int { first.add(count, ordering: .relaxed).oldValue }

        /// Marks all texts as claimed, so that the other threads stop.
        func end(_ count: Int) { first.store(count, ordering: .relaxed) }
    }
}
