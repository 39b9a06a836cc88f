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
        self.now = now
    }

    /// A service whose rules can be changed while it works: by ``ReloadablePipeline/reload()``. Each text is classified
    /// by one state of them.
    ///
    /// - Parameters:
    ///   - reloadable: What decides.
    ///   - logger: What remembers.
    ///   - now: The clock.
    public init(
        reloadable: ReloadablePipeline, logger: ClassificationLogger? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        deciding = .reloadable(reloadable)
        self.logger = logger
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
        await logger?.log(classification: classification, fullText: text, features: nil)
        return classification
    }

    /// Remembers a text and what was said of it, when anything is to be remembered: for who has made the verdict.
    public nonisolated(nonsending) func remember(_ text: String, _ verdict: Verdict) async {
        guard let logger else { return }
        await logger.log(classification: classification(text, verdict), fullText: text, features: nil)
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
