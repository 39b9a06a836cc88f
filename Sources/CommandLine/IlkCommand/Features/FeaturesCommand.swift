import IlkConsole
import ArgumentParser

/// Says what is measured of a text.
struct FeaturesCommand: StreamCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "features",
        abstract: "Say what is measured of a text: its words, sentences, shapes, language and manner.",
        discussion: """
            With --ndjson each line comes out as it went in, byte for byte, with a member "features" added. \
            With --explain each number says how it is made and where in the text: with places and words in a \
            table, with spans of UTF-8 bytes and their texts as a member "sources" of the features in JSON.
            """
    )

    static let examples = [
        CommandExample("One text", "echo 'The committee met twice. It agreed on nothing.' | ilk features"),
        CommandExample("One object a line", "printf 'a b\\nc d\\n' | ilk features --lines --format ndjson"),
        CommandExample("Where the numbers come from", "echo 'Ship it by 5 May!!' | ilk features --explain"),
    ]

    @OptionGroup var input: InputOptions

    @Option(help: "The shape of the output. (default: ndjson with --ndjson, else text)")
    var format: OutputFormat?

    @Flag(help: "Say of each number how it is made and where in the text it comes from.")
    var explain = false

    @Flag(help: "With --ndjson: put the features in the place of those that a line has already.")
    var replace = false

    @Option(help: "What to do about a record that cannot be read.")
    var onError: FaultPolicy = .emit

    @OptionGroup var display: DisplayOptions

    func validate() throws {
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
        let report = try FeatureReport(explains: explain, style: console.style, columns: console.columns)
        try await AnalysisRun(settings: settings, console: console).run(report)
    }
}
