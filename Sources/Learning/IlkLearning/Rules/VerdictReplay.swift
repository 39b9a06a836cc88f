public import IlkModels
import IlkPipeline
public import IlkRules
import IlkText
import IlkVocabulary
import Synchronization

/// Makes verdicts of texts with two rule sets, and finds where they differ.
///
/// A text is taken apart once and the model, where there is one, asked once: only the rules run twice. The verdicts are
/// those of ``IlkPipeline/Pipeline`` with the same parts, without people's corrections.
public struct VerdictReplay: Sendable {
    /// The rules before.
    public let old: RuleSet
    /// The rules now.
    public let new: RuleSet
    let model: (any TextModel)?
    let threshold: Double
    /// For each old rule its place among the new ones, and the other way round.
    let placeInNew: [Int?]
    let placeInOld: [Int?]

    /// How many texts a thread takes at a time.
    private static let block = 256

    /// A replay of two rule sets for the same categories.
    ///
    /// - Parameters:
    ///   - model: What decides beside the rules; nil for the rules alone.
    ///   - threshold: Below this probability no category is claimed.
    public init(
        from old: RuleSet, to new: RuleSet, beside model: (any TextModel)? = nil, threshold: Double = 0.5
    ) {
        precondition(
            old.taxonomy.categories == new.taxonomy.categories, "both decide among the same categories")
        precondition(model.map { $0.taxonomy.categories == new.taxonomy.categories } ?? true, "the model too")
        self.old = old
        self.new = new
        self.model = model
        self.threshold = threshold
        placeInNew = old.rules.map { new.index(ofRule: $0.id) }
        placeInOld = new.rules.map { old.index(ofRule: $0.id) }
    }

    /// The texts whose verdicts differ, in their order.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - threads: How many work at a time.
    ///   - progress: Called by the caller's thread now and then with the number of texts done. What it throws ends the
    ///     replay.
    /// - Throws: `TextError` when ICU is not to be had.
    public func flips(
        in texts: [ReplayedText], threads: Int = 1, progress: (Int) throws -> Void = { _ in }
    ) async throws -> [VerdictFlip] {
        let turn = Turn()
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

    /// Takes blocks of texts until none is left.
    private func work(
        _ texts: [ReplayedText], _ turn: Turn, _ progress: (Int) throws -> Void
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

    /// Whose turn it is: the first text that nobody has taken.
    private final class Turn: Sendable {
        private let first = Atomic<Int>(0)

        func next(_ count: Int) -> Int { first.add(count, ordering: .relaxed).oldValue }

        /// Leaves nothing for anybody.
        func end(_ count: Int) { first.store(count, ordering: .relaxed) }
    }
}
