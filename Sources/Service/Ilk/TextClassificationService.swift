public import FoundationEssentials
public import IlkLog
public import IlkPipeline
import IlkStore
import IlkText
public import IlkVocabulary

/// Classifies texts and logs the verdicts.
///
/// Thread-safe. Close the logger at the end to flush all log entries to disk.
public final class TextClassificationService: Sendable {
    /// The current pipeline.
    public var pipeline: Pipeline { source.pipeline.current }
    /// The logger, or `nil` if texts are not logged.
    public let logger: ClassificationLogger?
    private let source: ClassificationStream.Source

    /// Creates a service with a fixed pipeline.
    ///
    /// - Parameters:
    ///   - pipeline: The pipeline.
    ///   - logger: The logger, or `nil` to log nothing.
    ///   - logsFeatures: `true` to also log the features of each text, which takes about 1.3 KB per entry and
    ///     another analysis of the text.
    ///   - now: The clock for the timestamps.
    public init(
        pipeline: Pipeline, logger: ClassificationLogger? = nil, logsFeatures: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.logger = logger
        source = ClassificationStream.Source(
            .fixed(pipeline), logging: Self.logging(logger, logsFeatures), now: now)
    }

    /// Creates a service whose rules and model can be replaced while it runs, with
    /// ``ReloadablePipeline/reload()``. Each text is classified by one snapshot of the rules and the model.
    ///
    /// - Parameters:
    ///   - reloadable: The pipeline.
    ///   - logger: The logger, or `nil` to log nothing.
    ///   - challenger: A second pipeline that also classifies each text for comparison, or `nil` for no
    ///     comparison.
    ///   - logsFeatures: `true` to also log the features of each text, which takes about 1.3 KB per entry and
    ///     another analysis of the text.
    ///   - now: The clock for the timestamps.
    public init(
        reloadable: ReloadablePipeline, logger: ClassificationLogger? = nil, challenger: Challenger? = nil,
        logsFeatures: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.logger = logger
        source = ClassificationStream.Source(
            .reloadable(reloadable), challenger: challenger, logging: Self.logging(logger, logsFeatures),
            now: now)
    }

    private static func logging(_ logger: ClassificationLogger?, _ logsFeatures: Bool) -> StreamLogging? {
        logger.map { StreamLogging(ids: $0.ids, logsFeatures: logsFeatures) }
    }

    /// The length of ``TextClassification/textSample``, in characters.
    public static let sampleLength = 80

    /// Classifies a text and logs the verdict. Empty texts are not logged.
    ///
    /// - Parameter text: The text.
    /// - Returns: The classification with its verdict.
    /// - Throws: `PipelineError` if ICU cannot be loaded. A failure to write the log is not an error.
    /// - Complexity: O(*n*) in the length of the text.
    public nonisolated(nonsending) func classify(_ text: String) async throws -> TextClassification {
        var utf8 = text
        let (verdict, request) = try utf8.withUTF8 { try stream().classify($0) }
        guard let request else { return TextClassification(verdict, of: text, at: source.now()) }
        await log(request)
        return request.classification
    }

    /// Returns a stream that classifies with the current snapshot. Use the stream from one task only, and
    /// pass its log requests to ``log(_:)``.
    ///
    /// - Parameters:
    ///   - records: The format of the input.
    ///   - isLogging: `false` to make no log requests.
    ///   - makeFormat: Returns the output format for a pipeline, or `nil` for no output.
    /// - Throws: `PipelineError` if ICU cannot be loaded.
    package func stream(
        _ records: RecordFramer.Settings = RecordFramer.Settings(), isLogging: Bool = true,
        makeFormat: (Pipeline) -> (any VerdictFormat)? = { _ in nil }
    ) throws(PipelineError) -> ClassificationStream {
        var source = source
        source.pipeline = .fixed(pipeline)
        if !isLogging { source.logging = nil }
        return try ClassificationStream(source, records: records, makeFormat: makeFormat)
    }

    package nonisolated(nonsending) func log(_ request: LogRequest) async { await logger?.log(request) }
}
