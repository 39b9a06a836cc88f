import IlkConsole
import ArgumentParser

/// Says where the words or the sentences of a text are.
struct SegmentCommand: StreamCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Cut a text into words or sentences: where each is, of what kind, and its text.",
        discussion: """
            Spans are half-open, in UTF-8 bytes from the start of the text. Words are cut as UAX #29 says, Thai, \
            Khmer, Lao, Burmese, Chinese and Japanese by dictionary; a word has a normal form (NFKC case fold). \
            With --ndjson each line comes out as it went in, byte for byte, with a member "words" or "sentences" \
            added.
            """
    )

    static let examples = [
        CommandExample("Words and marks", "echo 'Don’t panic: 42!' | ilk segment --words"),
        CommandExample(
            "Sentences as people cut them",
            "echo 'Dr. Ito left at 5 p.m. on Monday. Nobody saw her.' | ilk segment --sentences --style people"
        ),
        CommandExample(
            "Records in, records out",
            #"echo '{"id":7,"text":"One. Two."}' | ilk segment --sentences --ndjson"#),
    ]

    @OptionGroup var input: InputOptions

    @Flag(help: "Cut into words.")
    var words = false

    @Flag(help: "Cut into sentences.")
    var sentences = false

    @Flag(help: "With --words: list white space too, so that the list covers the text.")
    var all = false

    @Option(help: "With --sentences: as UAX #29 cuts, or as people do. (default: unicode)")
    var style: SentenceStyle?

    @Option(help: "The shape of the output. (default: ndjson with --ndjson, else text)")
    var format: OutputFormat?

    @Flag(help: "With --ndjson: put the list in the place of one that a line has already.")
    var replace = false

    @Option(help: "What to do about a record that cannot be read.")
    var onError: FaultPolicy = .emit

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if words == sentences { throw ValidationError("Say one of --words and --sentences.") }
        if all && !words { throw ValidationError("--all goes with --words.") }
        if style != nil && !sentences { throw ValidationError("--style goes with --sentences.") }
        if replace && !input.ndjson { throw ValidationError("--replace goes with --ndjson.") }
        if format == .json && (input.ndjson || input.lines) {
            throw ValidationError("--format json is for whole texts: use --format ndjson.")
        }
    }

    /// The shape of the output.
    var outputFormat: OutputFormat { format ?? (input.ndjson ? .ndjson : .text) }

    nonisolated(nonsending) func work(on console: Console) async throws {
        let settings = AnalysisRun.Settings(
            input: input.records(onError), format: outputFormat, replaces: replace, isQuiet: display.quiet)
        let unit = words ? SegmentReport.Unit.words(all: all) : .sentences(style ?? .unicode)
        let report = try SegmentReport(unit, style: console.style)
        try await AnalysisRun(settings: settings, console: console).run(report)
    }
}
