import IlkPipeline
import IlkVocabulary

/// A session of the current snapshot of a pipeline, borrowed from the snapshot. For one thread at a time.
final class PipelineFollower {
    private let source: PipelineSource
    /// The snapshot that ``session`` belongs to.
    private(set) var pipeline: Pipeline
    private(set) var session: PipelineSession
    /// The length of the longest text of the session, in bytes.
    private var longest = 0

    /// - Throws: `PipelineError` if ICU cannot be loaded.
    init(_ source: PipelineSource) throws(PipelineError) {
        self.source = source
        pipeline = source.current
        session = try pipeline.acquireSession()
    }

    deinit { pipeline.release(session, after: longest) }

    /// Replaces the session if the pipeline has another snapshot now.
    ///
    /// - Returns: `true` if it was replaced.
    func follow() -> Bool {
        let current = source.current
        guard current !== pipeline,
            let next = try? current.acquireSession()  // The old snapshot then remains in use.
        else { return false }
        pipeline.release(session, after: longest)
        (pipeline, session, longest) = (current, next, 0)
        return true
    }

    func classify(
        _ text: UnsafeBufferPointer<UInt8>, receipts: Bool = false, isTruncated: Bool
    ) -> Verdict {
        longest = max(longest, text.count)
        return session.classify(text, receipts: receipts, isTruncated: isTruncated)
    }
}
