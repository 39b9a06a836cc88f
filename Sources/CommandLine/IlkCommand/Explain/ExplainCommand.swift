import IlkConsole
import ArgumentParser

/// Says what spoke for and against each category, and where in the text.
struct ExplainCommand: StreamCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what spoke for and against, and where in the text."
    )

    static let examples = [
        CommandExample("One text", "echo 'Dear Ms Hale, please find the invoice attached.' | ilk explain"),
        CommandExample("For a program", "echo 'lol no' | ilk explain --format json"),
        CommandExample("For a browser", "echo 'lol no' | ilk explain --format html > why.html"),
    ]

    @OptionGroup var input: InputOptions
    @OptionGroup var deciding: ClassifierOptions
    @OptionGroup var claiming: ThresholdOptions

    @Option(help: "The shape of the output; html is a page that needs nothing but itself.")
    var format: ExplanationFormat = .text

    @Option(
        help: ArgumentHelp("How many pieces of evidence to show.", valueName: "count"),
        transform: CountArgument.fromOne)
    var top: Int = 20

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if format == .json && (input.ndjson || input.lines) {
            throw ValidationError("--format json is for whole texts: use --format ndjson.")
        }
    }

    nonisolated(nonsending) func work(on console: Console) async throws {
        let settings = ExplanationRun.Settings(
            input: input.records(), assembly: deciding.assembly(folders: console.folders),
            thresholds: claiming.settings, format: format, top: top, isQuiet: display.quiet)
        try await ExplanationRun(settings: settings, console: console).run()
    }
}
