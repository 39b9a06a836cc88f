import IlkStore
public import IlkVocabulary
import Synchronization

/// Counts the differences between a challenger and the active pipeline. Thread-safe.
public final class ChallengerTally: Sendable {
    private struct Change: Hashable {
        let from: Category?
        let to: Category?
    }

    /// The name of the challenger.
    public let name: String
    /// The advice on how to list the texts with different verdicts, or `nil`.
    private let advice: String?
    private let state = Mutex<(texts: Int, changes: [Change: Int])>((0, [:]))
    private let texts: EventCounter
    private let otherwise: EventCounter

    /// The maximum number of listed changes, such as `from email to message`.
    private static let mostTold = 8

    /// Creates an empty tally.
    ///
    /// - Parameters:
    ///   - name: The name of the challenger: a version or a file.
    ///   - advice: The advice on how to list the texts with different verdicts. It is the last of ``lines``
    ///     if verdicts differ.
    public init(_ name: String, advice: String? = nil) {
        self.name = name
        self.advice = advice
        texts = EventCounter("ilk_challenger_texts_total", labels: [("challenger", name)])
        otherwise = EventCounter("ilk_challenger_disagreements_total", labels: [("challenger", name)])
    }

    /// Compares a verdict of the challenger with the active pipeline's verdict.
    ///
    /// - Parameters:
    ///   - answer: The verdict of the challenger.
    ///   - verdict: The verdict of the active pipeline.
    public func count(_ answer: Verdict, against verdict: Verdict) {
        let change = Change(from: Self.predicted(verdict), to: Self.predicted(answer))
        state.withLock { state in
            state.texts += 1
            if change.from != change.to { state.changes[change, default: 0] += 1 }
        }
        texts.increment()
        if change.from != change.to { otherwise.increment() }
    }

    private static func predicted(_ verdict: Verdict) -> Category? {
        verdict.abstention == nil ? verdict.category : nil
    }

    /// The differences as lines of text, most frequent first.
    public var lines: [String] {
        let (texts, changes) = state.withLock { $0 }
        let all = changes.values.reduce(0, +)
        var lines = ["challenger \(name): \(all) of \(texts) verdicts differ"]
        let order = changes.sorted {
            ($1.value, Self.text($0.key)) < ($0.value, Self.text($1.key))
        }
        for (change, count) in order.prefix(Self.mostTold) { lines.append("  \(count) \(Self.text(change))") }
        if order.count > Self.mostTold { lines.append("  and \(order.count - Self.mostTold) other changes") }
        if all > 0, let advice { lines.append(advice) }
        return lines
    }

    private static func text(_ change: Change) -> String {
        "from \(change.from?.rawValue ?? "abstained") to \(change.to?.rawValue ?? "abstained")"
    }
}
