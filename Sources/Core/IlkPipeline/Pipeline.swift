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
    /// How long a text may be, in bytes, for its session to be kept: longer ones leave much memory behind.
    private static let pooledLength = 1 << 16

    /// Idle sessions for single texts. A session is used by one call at a time: it is out of the pool then.
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
        let session = try acquireSession()
        let verdict = session.classify(text, receipts: receipts)
        release(session, after: text.utf8.count)
        return verdict
    }

    /// What kind of text these bytes are. From any thread. Bytes that are not UTF-8 are replaced by U+FFFD, and the verdict
    /// says so.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - receipts: As above.
    /// - Throws: ``PipelineError`` when ICU is not to be had.
    public func classify(
        _ bytes: UnsafeBufferPointer<UInt8>, receipts: Bool = false
    ) throws(PipelineError) -> Verdict {
        let session = try acquireSession()
        let verdict = session.classify(bytes, receipts: receipts)
        release(session, after: bytes.count)
        return verdict
    }

    /// How many sessions wait for a text.
    package var idleSessions: Int { pool.withLock { $0.count } }

    /// Returns an idle session, or a new one. The caller keeps the pipeline as long as it has the session.
    ///
    /// - Throws: ``PipelineError`` if ICU cannot be loaded.
    package func acquireSession() throws(PipelineError) -> PipelineSession {
        if let idle = pool.withLock({ $0.popLast() }) { return idle.session }
        return try PipelineSession(self, keepsPipeline: false)
    }

    /// Keeps a session for another caller, unless there are enough or it has grown too large.
    ///
    /// - Parameters:
    ///   - session: A session from ``acquireSession()``, which the caller must not use again.
    ///   - length: The length of its longest text in bytes.
    package func release(_ session: PipelineSession, after length: Int) {
        guard length <= Self.pooledLength else { return }
        let idle = IdleSession(session: session)
        pool.withLock { pool in if pool.count < Self.poolLimit { pool.append(idle) } }
    }
}

/// A session that waits for a text. In the pool it is referred to from nowhere else, and who takes it out has it alone:
/// so it may pass from thread to thread.
private struct IdleSession: @unchecked Sendable {
    let session: PipelineSession
}
