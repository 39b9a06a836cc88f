import IlkFiles
import IlkVerdictConsole
import IlkPipeline
import ArgumentParser
import Ilk
import IlkConsole
import IlkLog
import IlkFraming
import IlkLearning
import IlkRedaction
import IlkStore
import IlkVocabulary

/// Classifies texts.
struct ClassifyCommand: StreamCommand, DescribedCommand {
    static let help = CommandText(
        "classify",
        abstract: "Classify texts.",
        discussion: """
            With --ndjson, each line gains a field "classification"; the other bytes of the line are \
            unchanged. --log also stores the text and the verdict.
            """,
        examples: [
            "Classify one text": "echo 'Hey Sarah, are we still on for lunch today?' | ilk classify",
            "Classify each line": "printf 'lol no\\nselect id from t;\\n' | ilk classify --lines --top 2",
            "NDJSON in, NDJSON out":
                #"echo '{"id":7,"text":"Dear all, see attached."}' | ilk classify --ndjson"#,
            "Add the verdict to a mail message":
                "printf 'Subject: Lunch\\n\\nAre we still on for lunch?\\n' | ilk classify --passthrough",
        ])

    @OptionGroup var stream: RecordOptions
    @OptionGroup var classifierOptions: ClassifierOptions

    @Flag(help: "With --ndjson: replace an existing field 'classification'.")
    var replace = false

    @Flag(help: "In JSON: add the evidence to each verdict.")
    var explain = false

    @Flag(
        help: ArgumentHelp(
            "Copy a mail message, with the verdict in its header.",
            discussion: """
                For mail filters. The header gains fields that begin with X-Ilk-. If anything fails, the \
                message is copied unchanged, the error is written to standard error, and the exit status is \
                0.
                """))
    var passthrough = false

    @Flag(help: "Also show the verdicts of rules alone and of model alone.")
    var components = false

    @Option(count: "The maximum number of labels to show for each text.")
    var top: Int = 1

    @OptionGroup var thresholdOptions: ThresholdOptions

    @Option(
        help: ArgumentHelp(
            "Compare with another model: a version or a file.",
            discussion: """
                The differences are reported at the end. With --log, the verdicts of the other model are \
                also stored, for 'ilk model compare --answered'.
                """,
            valueName: "version|file"))
    var challenger: String?

    @Flag(help: "Store texts and verdicts in the log.")
    var log = false

    @Flag(
        help: "With --log: fail if the log is damaged (status 65).")
    var strictLog = false

    @Flag(help: "With --log: also store the features of the texts.")
    var logFeatures = false

    @OptionGroup var waiting: LogWaitOptions
    @OptionGroup var logging: LogFileOptions
    @OptionGroup var redacting: RedactionOptions
    @OptionGroup var parallelism: JobOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try stream.check(replaces: replace)
        try checkPassthrough()
        if !redacting.redact.isEmpty && !log { throw ValidationError("--redact requires --log.") }
        if waiting.logWait != nil && !log { throw ValidationError("--log-wait requires --log.") }
        if strictLog && !log { throw ValidationError("--strict-log requires --log.") }
        if logFeatures && !log { throw ValidationError("--log-features requires --log.") }
        if challenger != nil && classifierOptions.classifier == .rules {
            throw ValidationError("--challenger requires a model. Remove the option '--classifier rules'.")
        }
        if logging.logFile != nil && !log { throw ValidationError("--log-file requires --log.") }
    }

    private func checkPassthrough() throws {
        guard passthrough else { return }
        let others = [
            ("--lines", input.lines), ("--ndjson", input.ndjson), ("--format", stream.outputFormat != .text),
            ("--explain", explain), ("--components", components), ("--challenger", challenger != nil),
            ("--top", top != 1),
        ]
        if let other = others.first(where: \.1) {
            throw ValidationError("--passthrough cannot be combined with \(other.0).")
        }
        if input.files.count > 1 { throw ValidationError("--passthrough accepts only one file.") }
    }

    var input: InputOptions { stream.input }

    nonisolated(nonsending) func work(on console: Console) async throws {
        let records = stream.records
        guard passthrough else { return try await classification(records, console).run() }
        try await PassthroughRun(
            input: records.inputs[0], maxText: records.maxText, console: console
        ) { try classification(records, console) }.run()
    }

    private func classification(_ input: RecordInput, _ console: Console) throws -> ClassificationRun {
        ClassificationRun(
            input: input, assembly: try classifierOptions.assembly(folders: console.folders),
            thresholds: thresholdOptions.settings, format: stream.outputFormat, top: top, explains: explain,
            showsComponents: components, replaces: replace, challenger: challenger,
            log: log ? logSettings : nil, threads: parallelism.threads, console: console)
    }

    private var logSettings: ClassificationRun.LogSettings {
        ClassificationRun.LogSettings(
            path: logging.logFile, redaction: redacting.redaction, isStrict: strictLog,
            logsFeatures: logFeatures, timeout: waiting.timeout)
    }
}

/// One run of `ilk classify`.
struct ClassificationRun {
    /// The log that texts are written to.
    struct LogSettings {
        /// The path, or `nil` for the user's default log of the taxonomy.
        var path: String?
        /// The removal of private data, or `nil` for none.
        var redaction: TextRedaction?
        /// `true` if a damaged log is an error.
        var isStrict = false
        /// `true` if the features of texts are logged.
        var logsFeatures = false
        /// The time to wait for a locked log.
        var timeout: Duration = .seconds(5)
    }

    var input: RecordInput
    /// The pipeline, without thresholds.
    var assembly: PipelineAssembly
    /// The minimum probabilities of a prediction.
    var thresholds = ThresholdSettings()
    var format = OutputFormat.text
    /// The maximum number of labels to show for each text.
    var top = 1
    /// `true` if verdicts in JSON contain their evidence.
    var explains = false
    /// `true` to also show the verdicts of the rules alone and of the model alone.
    var showsComponents = false
    /// `true` to replace the classification of a line that has one.
    var replaces = false
    /// The version or file of the model to compare with, or `nil` if there is none.
    var challenger: String?
    /// The log, or `nil` if texts are not logged.
    var log: LogSettings?
    /// The maximum number of threads that classify lines.
    var threads = 1
    let console: Console

    /// Classifies all texts.
    ///
    /// - Throws: ``CommandError`` with the exit status if an input or a record failed or a stop was
    ///   requested.
    nonisolated(nonsending) func run() async throws {
        let (assembly, guarantee, reloadable, memory) = try await prepare()
        if input.framing != .whole { SignalWatch.watchForReload() }
        let challenger = try challenger.map { name in
            var challenging = assembly
            challenging.model = ClassifierOptions.model(name)
            let pipeline = try ReloadablePipeline(challenging)
            pipeline.use(memory.corrections)
            let advice = ChallengerAdvice.sentence(
                challenging.model, against: assembly, isLogging: log != nil, log: log?.path)
            return Challenger(name, pipeline, advice: advice)
        }
        let source = source(reloadable, challenger: challenger)
        let loop = try RecordLoop(
            input, console: console, threads: threads,
            renewal: ReloadCheck(reloadable, guarantee: guarantee, console: console), memory: memory,
            stamp: source.stamp
        ) { try stream(source) }
        var failure: CommandError?
        do throws(CommandError) {
            try await loop.run()
            for line in challenger?.tally.lines ?? [] {
                console.writeMessage(VisibleText.oneLine(line) + "\n")
            }
        } catch {
            failure = error
        }
        // Entries are on disk before the command ends, even after an error.
        try await memory.close()
        if let failure { throw failure }
        try loop.check()
    }

    /// Classifies one text without output, and logs it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - maxText: The length in bytes at which the text is truncated.
    /// - Returns: The verdict, and the id of the log entry or `nil` if the text is not logged.
    /// - Throws: ``CommandError`` and errors of the classifier and the log.
    nonisolated(nonsending) func verdict(
        of text: String, maxText: Int
    ) async throws -> (verdict: Verdict, entry: RecordID?) {
        let (_, _, reloadable, memory) = try await prepare()
        let stream = try ClassificationStream(source(reloadable, challenger: nil))
        var text = text
        let (verdict, request) = text.withUTF8 { bytes in
            let isTruncated = bytes.count > maxText
            let end = isTruncated ? TextTruncation.end(of: bytes, limit: maxText) : bytes.count
            return stream.classify(
                UnsafeBufferPointer(rebasing: bytes.prefix(end)), isTruncated: isTruncated)
        }
        if let request { await memory.log(request) }
        try await memory.close()
        return (verdict, text.isEmpty ? nil : request?.id)
    }

    /// Returns the pipeline with its thresholds and corrections, and the log.
    private nonisolated(nonsending) func prepare() async throws -> Preparation {
        var assembly = assembly
        let guarantee = try thresholds.apply(to: &assembly)
        let reloadable = try ReloadablePipeline(
            assembly, archive: log != nil ? VerdictArchive(folders: console.folders) : nil)
        try thresholds.check(reloadable.current, guarantee)
        console.warn(of: reloadable)
        let memory = try await memory(taxonomy: reloadable.taxonomy)
        if !memory.corrections.labels.isEmpty { reloadable.use(memory.corrections(with: guarantee)) }
        return (assembly, guarantee, reloadable, memory)
    }

    private typealias Preparation = (
        assembly: PipelineAssembly, guarantee: GuaranteedThresholds?, reloadable: ReloadablePipeline,
        memory: ClassificationLogging
    )

    private func source(
        _ pipeline: ReloadablePipeline, challenger: Challenger?
    ) -> ClassificationStream.Source {
        ClassificationStream.Source(
            .reloadable(pipeline), challenger: challenger,
            logging: log.map { StreamLogging(ids: RecordIDSource(), logsFeatures: $0.logsFeatures) })
    }

    private nonisolated(nonsending) func memory(taxonomy: Taxonomy) async throws -> ClassificationLogging {
        guard let log else {
            return await ClassificationLogging.reading(taxonomy: taxonomy, console: console)
        }
        return try await ClassificationLogging.streaming(
            log.path ?? LogFiles.path(taxonomy: taxonomy.name, console.folders), taxonomy: taxonomy,
            redaction: try assembly.labelSet.map { try $0.redaction(with: log.redaction) }
                ?? log.redaction, isStrict: log.isStrict, timeout: log.timeout, console: console)
    }

    private func stream(_ source: ClassificationStream.Source) throws -> ClassificationStream {
        let splicer = JSONLineSplicer(existingField: replaces ? .replace : .refuse)
        var reading = input.reading
        if format == .ndjson { reading.splicer = splicer }
        return try ClassificationStream(source, records: reading) { pipeline in
            guard format != .text else {
                let line = VerdictLine(
                    pipeline.taxonomy, style: console.style, top: top,
                    columns: console.explanationWidth)
                return TextVerdicts(
                    line, inputs: input.inputs,
                    components: showsComponents ? ComponentSession(pipeline) : nil)
            }
            return JSONVerdicts(
                pipeline, format == .json ? .values : .lines, explains: explains,
                components: showsComponents, namesInput: input.isNamed, splicer: splicer)
        }
    }
}

/// The option for the time to wait for a log that another program has locked.
struct LogWaitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time to wait for a log that is locked. (default: 5)", valueName: "seconds"),
        transform: seconds)
    var logWait: Double?

    var timeout: Duration { .seconds(logWait ?? 5) }

    private static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(text), (0...86_400).contains(seconds) else {
            throw ValidationError("expected a number of seconds from 0 to 86400")
        }
        return seconds
    }
}
