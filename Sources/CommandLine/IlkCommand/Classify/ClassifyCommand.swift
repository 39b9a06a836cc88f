import IlkConsole
import ArgumentParser

/// Says what kind of text something is.
struct ClassifyCommand: StreamCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "classify",
        abstract: "Say what kind of text something is.",
        discussion: """
            With --ndjson each line comes out as it went in, byte for byte, with a member \
            "classification" added.
            """
    )

    static let examples = [
        CommandExample("One text", "echo 'Hey Sarah, are we still on for lunch today?' | ilk classify"),
        CommandExample(
            "Each line is a text", "printf 'lol no\\nselect id from t;\\n' | ilk classify --lines --top 2"),
        CommandExample(
            "Records in, records out, other members kept",
            #"echo '{"id":7,"text":"Dear all, see attached."}' | ilk classify --ndjson"#),
    ]

    @OptionGroup var input: InputOptions
    @OptionGroup var deciding: ClassifierOptions

    @Option(help: "The shape of the output. (default: ndjson with --ndjson, else text)")
    var format: OutputFormat?

    @Flag(help: "With --ndjson: put the verdict in the place of a classification that a line has already.")
    var replace = false

    @Flag(help: "In JSON: put the evidence beside each verdict.")
    var explain = false

    @Option(
        help: ArgumentHelp("How many categories to show for each text.", valueName: "count"),
        transform: CountArgument.fromOne)
    var top: Int = 1

    @OptionGroup var claiming: ThresholdOptions

    @Option(
        help: ArgumentHelp(
            "Have another model answer too, and say at the end where it differs: a version, or a file. With --log its "
                + "answers are remembered: see ilk model compare --answered.",
            valueName: "version|file"))
    var challenger: String?

    @Option(help: "What to do about a record that cannot be read.")
    var onError: FaultPolicy = .emit

    @Flag(help: "Remember texts and verdicts in the log.")
    var log = false

    @Flag(
        help:
            "With --log: end with 65 when the log is damaged, instead of putting it aside and beginning a new one."
    )
    var strictLog = false

    @OptionGroup var waiting: LogWaitOptions
    @OptionGroup var logging: LogFileOptions
    @OptionGroup var redacting: RedactionOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if replace && !input.ndjson { throw ValidationError("--replace goes with --ndjson.") }
        if !redacting.redact.isEmpty && !log { throw ValidationError("--redact goes with --log.") }
        if waiting.logWait != nil && !log { throw ValidationError("--log-wait goes with --log.") }
        if strictLog && !log { throw ValidationError("--strict-log goes with --log.") }
        if challenger != nil && deciding.classifier == .rules {
            throw ValidationError("--challenger needs a model: leave out --classifier rules.")
        }
        if logging.logFile != nil && !log { throw ValidationError("--log-file goes with --log.") }
        if format == .json && (input.ndjson || input.lines) {
            throw ValidationError("--format json is for whole texts: use --format ndjson.")
        }
    }

    /// The shape of the output.
    var outputFormat: OutputFormat { format ?? (input.ndjson ? .ndjson : .text) }

    nonisolated(nonsending) func work(on console: Console) async throws {
        let settings = ClassificationRun.Settings(
            input: input.records(onError), assembly: deciding.assembly(folders: console.folders),
            thresholds: claiming.settings, format: outputFormat, top: top, explains: explain,
            replaces: replace, challenger: challenger, log: log ? logSettings : nil, isQuiet: display.quiet)
        try await ClassificationRun(settings: settings, console: console).run()
    }

    private var logSettings: ClassificationRun.LogSettings {
        ClassificationRun.LogSettings(
            path: logging.logFile, redaction: redacting.redaction, isStrict: strictLog,
            patience: waiting.patience)
    }
}
