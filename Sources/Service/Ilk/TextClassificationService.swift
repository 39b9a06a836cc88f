public import FoundationEssentials
public import IlkLog
public import IlkPipeline
import IlkStore
import IlkText
public import IlkVocabulary

/// Classifies texts and logs them: for programs that want both.
///
/// Any number of tasks may call it. Close the logger at the end: all that was logged is then on disk.
public final class TextClassificationService: Sendable {
    /// The pipeline at this moment.
    public var pipeline: Pipeline { source.pipeline.current }
    /// The logger, or `nil` if texts are not logged.
    public let logger: ClassificationLogger?
    private let source: ClassificationStream.Source

    /// Creates a service whose pipeline stays the same.
    ///
    /// - Parameters:
    ///   - pipeline: The pipeline.
    ///   - logger: The logger.
    ///   - now: The clock.
    public init(
        pipeline: Pipeline, logger: ClassificationLogger? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.logger = logger
        source = ClassificationStream.Source(.fixed(pipeline), isLogging: logger != nil, now: now)
    }

    /// Creates a service whose rules and model can be replaced while it works: by ``ReloadablePipeline/reload()``. Each text
    /// is classified by one state of them.
    ///
    /// - Parameters:
    ///   - reloadable: The pipeline.
    ///   - logger: The logger.
    ///   - challenger: The pipeline that classifies each text too, or `nil` if there is none.
    ///   - now: The clock.
    public init(
        reloadable: ReloadablePipeline, logger: ClassificationLogger? = nil, challenger: Challenger? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.logger = logger
        source = ClassificationStream.Source(
            .reloadable(reloadable), challenger: challenger, isLogging: logger != nil, now: now)
    }

    /// The length of ``TextClassification/textSample``, in characters.
    public static let sampleLength = 80

    /// Classifies a text and logs it, unless it is empty.
    ///
    /// - Parameter text: The text.
    /// - Returns: The classification with the verdict.
    /// - Throws: `PipelineError` if ICU cannot be loaded. A database that cannot be written is no error here.
    /// - Complexity: O(*n*) in the length of the text.
    public nonisolated(nonsending) func classify(_ text: String) async throws -> TextClassification {
        var utf8 = text
        let (verdict, request) = try utf8.withUTF8 { try stream().classify($0) }
        guard let request else { return TextClassification(verdict, of: text, at: source.now()) }
        await log(request)
        return request.classification
    }

    /// Returns a stream for one owner, which classifies by the snapshot of this moment. Pass its requests to ``log(_:)``.
    ///
    /// - Parameters:
    ///   - records: The format of the input.
    ///   - makeFormat: Returns the format of the output of a pipeline, or `nil` for no output.
    /// - Throws: `PipelineError` if ICU cannot be loaded.
    package func stream(
        _ records: RecordFramer.Settings = RecordFramer.Settings(),
        makeFormat: (Pipeline) -> (any VerdictFormat)? = { _ in nil }
    ) throws(PipelineError) -> ClassificationStream {
        var source = source
        source.pipeline = .fixed(pipeline)
        return try ClassificationStream(source, records: records, makeFormat: makeFormat)
    }

    /// Logs a text of a stream.
    package nonisolated(nonsending) func log(_ request: LogRequest) async { await logger?.log(request) }
}
