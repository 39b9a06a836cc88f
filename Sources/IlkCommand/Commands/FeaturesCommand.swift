import ArgumentParser

/// Says what is measured of a text.
struct FeaturesCommand: StreamCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "features",
        abstract: "Say what is measured of a text: its words, sentences, shapes and manner.",
        discussion: """
            With --ndjson each line comes out as it went in, byte for byte, with a member "features" added.
            """
    )

    static let examples = [
        CommandExample("One text", "echo 'The committee met twice. It agreed on nothing.' | ilk features"),
        CommandExample("One object a line", "printf 'a b\\nc d\\n' | ilk features --lines --format ndjson"),
    ]

    @OptionGroup var input: InputOptions

    @Option(help: "The shape of the output. (default: ndjson with --ndjson, else text)")
    var format: OutputFormat?

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if format == .json && (input.ndjson || input.lines) {
            throw ValidationError("--format json is for whole texts: use --format ndjson.")
        }
    }

    /// The shape of the output.
    var outputFormat: OutputFormat { format ?? (input.ndjson ? .ndjson : .text) }

    nonisolated(nonsending) func work() async throws {
        let console = Console.standard(display)
        console.greet(input, command: "ilk features")
        try await MeasuringRun(self, console: console).run()
    }
}
