public import IlkVocabulary
import IlkText
import Synchronization

/// The stages in order, assembled for one taxonomy: text in, verdict out.
///
/// Immutable and shared by all threads. ``classify(_:receipts:)`` is for the occasional text from any thread; who has a
/// stream of them makes a ``PipelineSession`` for each thread.
public final class Pipeline: Sendable {
    /// What decides.
    public let classifier: any TextClassifier
    /// How probable the category that is ahead must be to be claimed.
    public let thresholds: ClaimThresholds
    /// The categories that people gave to texts, by the SHA-256 of the text: such a text has that category.
    public let corrections: [ContentDigest: Category]

    /// How many idle sessions are kept.
    private static let poolLimit = 16

    /// Idle sessions for ``classify(_:receipts:)``. A session is used by one call at a time: it is out of the pool then.
    private let pool = Mutex<[IdleSession]>([])

    /// A pipeline of these parts.
    ///
    /// - Parameters:
    ///   - classifier: What decides.
    ///   - threshold: How probable the category that is ahead must be to be claimed.
    ///   - corrections: The categories that people gave to texts.
    public init(
        classifier: any TextClassifier, threshold: ClaimThresholds = 0.5,
        corrections: [ContentDigest: Category] = [:]
    ) {
        self.classifier = classifier
        thresholds = threshold
        self.corrections = corrections
    }

    /// What is decided among.
    public var taxonomy: Taxonomy { classifier.taxonomy }

    /// Working memory for one thread.
    ///
    /// - Throws: ``PipelineError`` when ICU is not to be had.
    public func makeSession() throws(PipelineError) -> PipelineSession {
        try PipelineSession(self)
    }

    /// What kind of text this is. From any thread.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - receipts: Whether the verdict lists its evidence, which costs about as much again.
    /// - Throws: ``PipelineError`` when ICU is not to be had.
    public func classify(_ text: String, receipts: Bool = false) throws(PipelineError) -> Verdict {
        let session: PipelineSession
        if let idle = pool.withLock({ $0.popLast() }) {
            session = idle.session
        } else {
            session = try PipelineSession(self, keepsPipeline: false)
        }
        let verdict = session.classify(text, receipts: receipts)
        let idle = IdleSession(session: session)
        pool.withLock { pool in if pool.count < Self.poolLimit { pool.append(idle) } }
        return verdict
    }
}

/// A session that waits for a text. In the pool it is referred to from nowhere else, and who takes it out has it alone:
/// so it may pass from thread to thread.
private struct IdleSession: @unchecked Sendable {
    let session: PipelineSession
}
