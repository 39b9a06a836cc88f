import IlkConsole
import ArgumentParser
import IlkLearning

/// Shows a version.
struct ModelShowCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show what is known of a version, or the whole history."
    )

    static let examples =
        ModelCommand.preparation + [
            CommandExample("The one in use", "ilk model show active"),
            CommandExample("Its card, in Markdown", "ilk model show 1.0.0 --taxonomy weather --card"),
            CommandExample("What was promoted when, by whom and why", "ilk model show --history"),
        ]

    @Argument(help: "The version. (default: the one in use)")
    var version = "active"

    @Flag(help: "Show its card, in Markdown.")
    var card = false

    @Flag(help: "Show all changes of what is in use, the oldest first.")
    var history = false

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if card && history { throw ValidationError("--card and --history exclude each other.") }
        if card && format != .text { throw ValidationError("--card is text: leave out --format.") }
        if format == .ndjson && !history { throw ValidationError("--format takes text or json here.") }
    }

    func run() throws {
        let console = Console.standard(display)
        let registry = registry.registry(console)
        let text = VersionText(style: console.style, columns: console.columns)
        if history {
            try show(try registry.history(), text, console)
        } else {
            let name = try registry.find(version)
            if card {
                guard let card = try registry.card(version: name) else {
                    throw CommandFailure(.noInput, "version \(name) has no card")
                }
                console.output.append(VisibleText.lines(card))
            } else {
                let record = try VersionRecord(name, in: registry)
                if format == .json {
                    try console.write(json: record)
                } else {
                    console.output.append(text.page(record))
                }
            }
        }
        try console.output.flush()
    }

    private func show(_ records: [RegistryRecord], _ text: VersionText, _ console: Console) throws {
        switch format {
        case .json: try console.write(json: records)
        case .ndjson: for record in records { try console.write(json: record, isPretty: false) }
        case .text:
            if records.isEmpty {
                console.note("nothing has been promoted yet")
            } else {
                console.output.append(text.history(records))
            }
        }
    }
}
