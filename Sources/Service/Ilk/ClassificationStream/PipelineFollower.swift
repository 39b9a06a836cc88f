import IlkPipeline
import IlkVocabulary

/// A classification session that can switch to the current snapshot of a pipeline. Not thread-safe.
final class PipelineFollower {
    private let source: PipelineSource
    /// The snapshot of the session.
    private(set) var pipeline: Pipeline
    private(set) var session: PipelineSession
    /// The length of the longest text that the session has classified, in bytes.
    private var longest = 0

    /// - Throws: `PipelineError` if ICU cannot be loaded.
    init(_ source: PipelineSource) throws(PipelineError) {
        self.source = source
        pipeline = source.current
        session = try pipeline.acquireSession()
    }

    deinit { pipeline.release(session, after: longest) }

    /// Switches to the current snapshot of the pipeline.
    ///
    /// - Returns: `true` if the snapshot changed.
    func follow() -> Bool {
        let current = source.current
        guard current !== pipeline,
            let next = try? current.acquireSession()  // Keep the old snapshot.
        else { return false }
        pipeline.release(session, after: longest)
        (pipeline, session, longest) = (current, next, 0)
        return true
    }

    func classify(
        _ text: UnsafeBufferPointer<UInt8>, explaining: Bool = false, isTruncated: Bool
    ) -> Verdict {
        longest = max(longest, text.count)
        return session.classify(text, explaining: explaining, isTruncated: isTruncated)
    }
}
