public import IlkVocabulary
import IlkText
import Synchronization

/// A text classifier for one taxonomy. A pipeline analyzes a text, scores the categories and decides which
/// category to predict.
///
/// A pipeline is immutable and thread-safe. Use ``classify(_:explaining:)`` for single texts from any thread.
/// For a stream of texts, create one ``PipelineSession`` per thread.
public final class Pipeline: Sendable {
    /// The classifier that scores the texts.
    public let classifier: any TextClassifier
    /// The minimum probabilities at which categories are predicted.
    public let thresholds: PredictionThresholds
    /// The human labels of texts, by the SHA-256 of the text. These labels override the classifier. A text
    /// has one label or, in a multi-label taxonomy, any number of labels.
    public let corrections: [ContentDigest: [Category]]
    /// The effect of recent corrections on other texts until the next retraining, or `nil` if there is none.
    public let overlay: CorrectionOverlay?
    /// The guess for a text without evidence, or `nil` for the guess of the classifier's ``LabelShares``.
    public let defaultLabel: Category?

    private static let poolLimit = 16
    /// The maximum length, in bytes, of the texts of a session that returns to the pool. After a longer text,
    /// the session is discarded because its buffers are large.
    private static let pooledLength = 1 << 16

    /// Idle sessions for single texts. A session in use is not in the pool.
    private let pool = Mutex<[IdleSession]>([])
    /// The results of ``derived(_:)`` by their types.
    private let derivedValues = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - classifier: The classifier that scores the texts.
    ///   - threshold: The minimum probabilities at which categories are predicted.
    ///   - corrections: The human labels of texts, by the SHA-256 of the text. A text has one label or, in a
    ///     multi-label taxonomy, any number of labels.
    ///   - overlay: The effect of recent corrections on other texts, or `nil` for no effect.
    ///   - defaultLabel: The guess for a text without evidence, or `nil` for the classifier's guess.
    public init(
        classifier: any TextClassifier, threshold: PredictionThresholds = PredictionThresholds(),
        corrections: [ContentDigest: [Category]] = [:], overlay: CorrectionOverlay? = nil,
        defaultLabel: Category? = nil
    ) {
        self.classifier = classifier
        thresholds = threshold
        self.corrections = corrections
        self.overlay = overlay
        self.defaultLabel = defaultLabel
    }

    /// The taxonomy of the classifier.
    public var taxonomy: Taxonomy { classifier.taxonomy }

    /// Returns a value that depends on this pipeline only. It is computed once for each type.
    package func derived<Value: AnyObject & Sendable>(_ compute: (Pipeline) -> Value) -> Value {
        derivedValues.withLock { values in
            let type = ObjectIdentifier(Value.self)
            // The type of the value is that of the key. A checked cast would take longer than the search.
            if let known = values[type] { return unsafeDowncast(known, to: Value.self) }
            let value = compute(self)
            values[type] = value
            return value
        }
    }

    /// Creates a session, which classifies texts on one thread.
    ///
    /// - Throws: ``PipelineError`` if ICU cannot be loaded.
    /// - Complexity: That of ``TextClassifier/makeSession()``, plus the buffers of an analyzer. Reuse a
    ///   session for many texts.
    public func makeSession() throws(PipelineError) -> PipelineSession {
        try PipelineSession(self)
    }

    /// Classifies a text. May be called from any thread.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - explaining: `true` to collect evidence, which costs about as much as classifying.
    /// - Returns: The verdict.
    /// - Throws: ``PipelineError`` if ICU cannot be loaded.
    /// - Complexity: O(*n*) in the length of the text.
    public func classify(_ text: String, explaining: Bool = false) throws(PipelineError) -> Verdict {
        let session = try acquireSession()
        let verdict = session.classify(text, explaining: explaining)
        release(session, after: text.utf8.count)
        return verdict
    }

    /// Classifies a text in UTF-8. May be called from any thread.
    ///
    /// - Parameters:
    ///   - bytes: The text. Invalid UTF-8 is replaced by U+FFFD and flagged in the verdict.
    ///   - explaining: `true` to collect evidence, which costs about as much as classifying.
    /// - Returns: The verdict.
    /// - Throws: ``PipelineError`` if ICU cannot be loaded.
    /// - Complexity: O(*n*) in the length of the text.
    public func classify(
        _ bytes: UnsafeBufferPointer<UInt8>, explaining: Bool = false
    ) throws(PipelineError) -> Verdict {
        let session = try acquireSession()
        let verdict = session.classify(bytes, explaining: explaining)
        release(session, after: bytes.count)
        return verdict
    }

    package var idleSessions: Int { pool.withLock { $0.count } }

    /// Returns an idle session from the pool, or a new session if the pool is empty. The session does not
    /// retain the pipeline, so the caller must retain the pipeline.
    ///
    /// - Throws: ``PipelineError`` if ICU cannot be loaded.
    package func acquireSession() throws(PipelineError) -> PipelineSession {
        if let idle = pool.withLock({ $0.popLast() }) { return idle.session }
        return try PipelineSession(self, keepsPipeline: false)
    }

    /// Returns a session to the pool. If the pool is full or the session has grown too large, the session is
    /// discarded.
    ///
    /// - Parameters:
    ///   - session: A session from ``acquireSession()``, which the caller must not use again.
    ///   - length: The length in bytes of the longest text that the session has classified.
    package func release(_ session: PipelineSession, after length: Int) {
        guard length <= Self.pooledLength else { return }
        let idle = IdleSession(session: session)
        pool.withLock { pool in if pool.count < Self.poolLimit { pool.append(idle) } }
    }
}

/// A session in the pool. This type is `Sendable` because only the pool refers to the session. A caller that
/// removes the session is its only user.
private struct IdleSession: @unchecked Sendable {
    let session: PipelineSession
}
