import IlkConsole
import Ilk
import IlkFraming
import IlkPipeline
import IlkRedaction
import IlkVocabulary

/// One run of `ilk classify`.
struct ClassificationRun {
    /// The input, the pipeline and the output.
    struct Settings {
        /// The inputs.
        var input = RecordInput()
        /// The pipeline, without thresholds.
        var assembly: PipelineAssembly
        /// The minimum probabilities of a prediction.
        var thresholds = ThresholdSettings()
        /// The format of the output.
        var format = OutputFormat.text
        /// The number of labels per text.
        var top = 1
        /// `true` if verdicts in JSON contain their evidence.
        var explains = false
        /// `true` if a classification in a line is replaced.
        var replaces = false
        /// The challenger, as a version or a file, or `nil` if there is none.
        var challenger: String?
        /// The log, or `nil` if texts are not logged.
        var log: LogSettings?
        /// `true` if the outcome is not reported.
        var isQuiet = false
    }

    /// The log that texts are written to.
    struct LogSettings {
        /// The file, or `nil` for the user's log of the taxonomy.
        var path: String?
        /// The removal of private data, or `nil` for none.
        var redaction: TextRedaction?
        /// `true` if a damaged log is an error.
        var isStrict = false
        /// The time to wait for a locked log.
        var patience: Duration = .seconds(5)
    }

    /// The input, the pipeline and the output.
    let settings: Settings
    /// The output and the messages.
    let console: Console

    /// Classifies all texts.
    ///
    /// - Throws: ``CommandFailure`` with the exit status, unless everything succeeded.
    nonisolated(nonsending) func run() async throws {
        var assembly = settings.assembly
        let (thresholds, promise) = try settings.thresholds.read()
        assembly.thresholds = thresholds
        let isLogging = settings.log != nil
        let reloadable = try ReloadablePipeline(
            assembly, archive: isLogging ? VerdictArchive(folders: console.folders) : nil)
        try settings.thresholds.check(reloadable.current, promise)
        let memory = try await memory(taxonomy: reloadable.taxonomy)
        if !memory.corrections.isEmpty { reloadable.use(corrections: memory.corrections) }
        if settings.input.framing != .whole { SignalWatch.watchForRenewal() }
        let challenger = try settings.challenger.map { name in
            var challenging = assembly
            challenging.model = ClassifierOptions.model(name)
            return Challenger(name, try ReloadablePipeline(challenging, corrections: memory.corrections))
        }
        let source = ClassificationStream.Source(
            .reloadable(reloadable), challenger: challenger, isLogging: isLogging)
        let loop = RecordLoop(
            settings.input, console: console, stream: try stream(source),
            renewal: SnapshotRenewal(reloadable, promise: promise, console: console), memory: memory)
        var failure: CommandFailure?
        do throws(CommandFailure) {
            try await loop.run()
            for line in challenger?.tally.lines ?? [] { console.tell(VisibleText.oneLine(line) + "\n") }
        } catch {
            failure = error
        }
        // The log is on disk before the command ends, however it ends.
        try await memory.close()
        if let failure { throw failure }
        if let outcome = loop.tally.outcome(console.stop.request) { throw outcome.quieted(settings.isQuiet) }
    }

    private nonisolated(nonsending) func memory(taxonomy: Taxonomy) async throws -> ClassificationMemory {
        guard let log = settings.log else {
            return await ClassificationMemory.reading(taxonomy: taxonomy, console: console)
        }
        return try await ClassificationMemory.streaming(
            log.path ?? console.folders.log(taxonomy: taxonomy.name), taxonomy: taxonomy,
            redaction: log.redaction, isStrict: log.isStrict, patience: log.patience, console: console)
    }

    private func stream(_ source: ClassificationStream.Source) throws -> ClassificationStream {
        let splicer = JSONLineSplicer(taken: settings.replaces ? .replace : .refuse)
        var reading = settings.input.reading
        if settings.format == .ndjson { reading.splicer = splicer }
        return try ClassificationStream(source, records: reading) { pipeline in
            guard settings.format != .text else {
                let line = VerdictLine(pipeline.taxonomy, style: console.style, top: settings.top)
                return TextVerdicts(line, inputs: settings.input.inputs)
            }
            return JSONVerdicts(
                pipeline, settings.format == .json ? .values : .lines, explains: settings.explains,
                namesInput: settings.input.isNamed, splicer: splicer)
        }
    }
}
