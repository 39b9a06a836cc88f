package import FoundationEssentials
import IlkLog
package import IlkPipeline
import IlkStore
package import IlkVocabulary

/// Classifies the texts of inputs: converts bytes to output and log requests.
///
/// The stream performs no I/O and never waits. The single owner of the stream does the reading, writing,
/// logging and reloading. With a reloadable pipeline, each text is classified by the snapshot that is current
/// when its record is complete.
package final class ClassificationStream: RecordStream {
    /// The pipelines and settings that all streams of a program share.
    package struct Source: Sendable {
        package var pipeline: PipelineSource
        /// A second pipeline that also classifies each text for comparison, or `nil` to compare nothing.
        package var challenger: Challenger?
        /// The logging of texts, or `nil` if texts are not logged.
        package var logging: StreamLogging?
        package var now: @Sendable () -> Date

        package init(
            _ pipeline: PipelineSource, challenger: Challenger? = nil, logging: StreamLogging? = nil,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.pipeline = pipeline
            self.challenger = challenger
            self.logging = logging
            self.now = now
        }

        /// Returns the id and the time for a new log entry, or `nil` if texts are not logged.
        package func stamp() -> RecordBatch.Stamp? {
            logging.map { RecordBatch.Stamp(id: $0.ids.next(), time: now()) }
        }
    }

    package let records: RecordFramer
    private let source: Source
    private let format: (any VerdictFormat)?
    private let champion: PipelineFollower
    private let challenger: PipelineFollower?
    private let measuring: FeatureMeasuring?
    /// The ids and times of the next log entries.
    private var stamps: ArraySlice<RecordBatch.Stamp> = []

    /// Creates a stream.
    ///
    /// - Parameters:
    ///   - source: The pipelines and shared settings.
    ///   - records: The format of the input.
    ///   - makeFormat: Returns the output format for a pipeline, or `nil` for no output.
    /// - Throws: `PipelineError` if ICU cannot be loaded.
    package init(
        _ source: Source, records: RecordFramer.Settings = RecordFramer.Settings(),
        makeFormat: (Pipeline) -> (any VerdictFormat)? = { _ in nil }
    ) throws(PipelineError) {
        self.source = source
        self.records = RecordFramer(records)
        champion = try PipelineFollower(source.pipeline)
        challenger = try source.challenger.map { (challenger) throws(PipelineError) in
            try PipelineFollower(.reloadable(challenger.pipeline))
        }
        measuring = try source.logging?.logsFeatures == true ? FeatureMeasuring() : nil
        format = makeFormat(champion.pipeline)
    }

    package func append(_ item: RecordItem, to output: inout [UInt8]) throws -> LogRequest? {
        switch item {
        case .text(let text):
            let (verdict, log) = classify(
                text.bytes, isRepaired: text.record.isRepaired, isTruncated: text.record.isTruncated)
            // The log skips empty texts.
            let entry = text.bytes.isEmpty ? nil : log?.id
            try format?.append(verdict, of: text, loggedAs: entry, by: champion.session, to: &output)
            return log
        case .blank(let line, let ending): format?.append(blank: line, ending: ending, to: &output)
        case .fault(let fault): format?.append(fault, to: &output)
        }
        return nil
    }

    package func finish(_ output: inout [UInt8]) { format?.finish(&output) }

    package func use(_ stamps: [RecordBatch.Stamp]) { self.stamps = stamps[...] }

    /// Classifies a text without output.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isRepaired: `true` if invalid UTF-8 was already replaced in the text.
    ///   - isTruncated: `true` if the text continues after these bytes.
    ///   - explaining: `true` to collect evidence even if the output does not include it.
    /// - Returns: The verdict, and the log request or `nil` if texts are not logged.
    /// - Complexity: O(*n*) in the length of the text.
    package func classify(
        _ text: UnsafeBufferPointer<UInt8>, isRepaired: Bool = false, isTruncated: Bool = false,
        explaining: Bool = false
    ) -> (verdict: Verdict, log: LogRequest?) {
        if champion.follow() { format?.use(champion.pipeline) }
        var verdict = champion.classify(
            text, explaining: explaining || format?.needsEvidence ?? false, isTruncated: isTruncated)
        if isRepaired, !verdict.flags.contains(.repaired) { verdict.flags.insert(.repaired, at: 0) }
        let answer = challenge(verdict, of: text, isTruncated: isTruncated)
        guard let stamp = stamps.popFirst() ?? source.stamp() else { return (consume verdict, nil) }
        let features = measuring?.features(of: text)
        let text = String(decoding: text, as: UTF8.self)
        let classification = TextClassification(verdict, of: text, at: stamp.time)
        return (
            verdict,
            LogRequest(
                id: stamp.id, classification: classification, text: text, features: features,
                answer: answer)
        )
    }

    /// Returns the verdict for a single text, without output, log and challenger.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - pipeline: The pipeline. A call borrows one of its sessions.
    /// - Throws: `PipelineError` if ICU cannot be loaded.
    /// - Complexity: O(*n*) in the length of the text.
    package static func verdict(of text: String, by pipeline: Pipeline) throws(PipelineError) -> Verdict {
        let stream = try ClassificationStream(Source(.fixed(pipeline)))
        var text = text
        return text.withUTF8 { stream.classify($0).verdict }
    }

    private func challenge(
        _ verdict: Verdict, of text: UnsafeBufferPointer<UInt8>, isTruncated: Bool
    ) -> ChallengerAnswer? {
        guard let challenger else { return nil }
        _ = challenger.follow()
        let answer = challenger.classify(text, isTruncated: isTruncated)
        source.challenger?.tally.count(answer, against: verdict)
        return ChallengerAnswer(answer)
    }
}
