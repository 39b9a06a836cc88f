import IlkConsole
import ArgumentParser
import IlkLearning

/// Lists the versions of a registry.
struct ModelListCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "List the versions there are, the newest first.",
        discussion:
            "The one in use has a star. 'right' is the share of the frozen texts in the program that it is "
            + "right about, together with the rules."
    )

    static let examples =
        ModelCommand.preparation + [
            CommandExample("What there is", "ilk model ls"),
            CommandExample("For a program", "ilk model ls --format json"),
        ]

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        let registry = registry.registry(console)
        let records = try VersionRecord.all(in: registry)
        switch format {
        case .json: try console.write(json: records)
        case .ndjson: for record in records { try console.write(json: record, isPretty: false) }
        case .text:
            if records.isEmpty {
                console.note("there is no model of \(registry.taxonomy) yet: ilk model import FILE")
            } else {
                console.output.append(
                    VersionText(style: console.style, columns: console.columns).list(records))
            }
        }
        try console.output.flush()
    }
}
