import ArgumentParser

/// Says what is measured of a text.
struct FeaturesCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "features",
        abstract: "Say what is measured of a text: its words, sentences, shapes and manner."
    )

    static let examples = [
        CommandExample("One text", "echo 'The committee met twice. It agreed on nothing.' | ilk features"),
        CommandExample("One object a line", "printf 'a b\\nc d\\n' | ilk features --lines --format ndjson"),
    ]

    @OptionGroup var input: InputOptions

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions
}
