public import FoundationEssentials
public import IlkDomains
public import IlkPipeline
import IlkText
public import IlkVocabulary

/// Classifies texts and remembers what it said: the one door for programs that want both.
///
/// Any number of tasks may call it. Close it at the end: all that was logged is then on disk.
public final class TextClassificationService: Sendable {
    /// What decides, at this moment.
    public var pipeline: Pipeline {
        switch deciding {
        case .fixed(let pipeline): pipeline
        case .reloadable(let pipeline): pipeline.current
        }
    }
    /// What remembers, or nil when nothing is to be remembered.
    public let logger: ClassificationLogger?

    private enum Deciding {
        case fixed(Pipeline)
        case reloadable(ReloadablePipeline)
    }

    private let deciding: Deciding
    private let challenger: ReloadablePipeline?
    /// Where the challenger differs; nil without one.
    public let tally: ChallengerTally?
    private let now: @Sendable () -> Date

    /// A service of these parts.
    ///
    /// - Parameters:
    ///   - pipeline: What decides.
    ///   - logger: What remembers.
    ///   - now: The clock.
    public init(
        pipeline: Pipeline, logger: ClassificationLogger? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        deciding = .fixed(pipeline)
        self.logger = logger
        challenger = nil
        tally = nil
        self.now = now
    }

    /// A service whose rules can be changed while it works: by ``ReloadablePipeline/reload()``. Each text is classified
    /// by one state of them.
    ///
    /// - Parameters:
    ///   - reloadable: What decides.
    ///   - logger: What remembers.
    ///   - challenger: What answers each text too, in the shadow: nobody sees its verdicts, only where they differ. By a
    ///     name for people.
    ///   - now: The clock.
    public init(
        reloadable: ReloadablePipeline, logger: ClassificationLogger? = nil,
        challenger: (name: String, pipeline: ReloadablePipeline)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        deciding = .reloadable(reloadable)
        self.logger = logger
        self.challenger = challenger?.pipeline
        tally = challenger.map { ChallengerTally($0.name) }
        self.now = now
    }

    /// How many characters of a text a classification shows.
    public static let sampleLength = 80

    /// What kind of text this is; logged, unless it is empty.
    ///
    /// - Throws: `PipelineError` when ICU is not to be had. A database that cannot be written never shows here.
    public nonisolated(nonsending) func classify(_ text: String) async throws -> TextClassification {
        let verdict = try pipeline.classify(text)
        let classification = self.classification(text, verdict)
        await remember(text, verdict, classification)
        return classification
    }

    /// Whether anything is done with a text that was answered: it is remembered, or a challenger answers it too.
    public var looksBack: Bool { logger != nil || challenger != nil }

    /// Has a challenger answer a text too, and remembers it and what was said of it, where that is wanted: for who has made
    /// the verdict.
    public nonisolated(nonsending) func remember(_ text: String, _ verdict: Verdict) async {
        await remember(text, verdict, classification(text, verdict))
    }

    private nonisolated(nonsending) func remember(
        _ text: String, _ verdict: Verdict, _ classification: TextClassification
    ) async {
        let answer = self.answer(to: text, verdict)
        await logger?.log(
            classification: classification, fullText: text, features: nil, answer: answer)
    }

    /// What the challenger says; nil without one. That it cannot answer is in nobody's way.
    private func answer(to text: String, _ verdict: Verdict) -> ChallengerAnswer? {
        guard let challenger, let tally else { return nil }
        let answer = try? challenger.current.classify(text)  // See above.
        guard let answer else { return nil }
        tally.count(answer, against: verdict)
        return ChallengerAnswer(answer)
    }

    private func classification(_ text: String, _ verdict: Verdict) -> TextClassification {
        TextClassification(
            category: verdict.category, timestamp: now(), textSample: String(text.prefix(Self.sampleLength)),
            verdict: verdict)
    }

    /// Waits until all that was logged before is on disk. Returns whether it is.
    public func flush() async -> Bool {
        guard let logger else { return true }
        return await logger.flush()
    }
}
