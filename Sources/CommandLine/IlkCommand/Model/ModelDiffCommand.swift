import IlkConsole
import IlkRules
import ArgumentParser
import IlkLearning

/// Shows what differs between two versions.
struct ModelDiffCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what two versions say of themselves that differs.",
        discussion: "What they say of texts differently shows ilk model compare."
    )

    static let examples = [
        CommandExample(
            "Two models",
            #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > mine.jsonl"#
        ),
        CommandExample(
            "",
            "ilk train mine.jsonl --name weather -o a.ilk && ilk train mine.jsonl --name weather --families words -o b.ilk"
        ),
        CommandExample("", "ilk model import a.ilk && ilk model import b.ilk"),
        CommandExample("What differs", "ilk model diff 1.0.0 1.0.1 --taxonomy weather"),
    ]

    @Argument(help: "A version.")
    var first: String

    @Argument(help: "Another one. (default: the one in use)")
    var second = "active"

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if format == .ndjson { throw ValidationError("--format takes text or json here.") }
    }

    func run() throws {
        let console = Console.standard(display)
        let registry = registry.registry(console)
        let names = (try registry.find(first), try registry.find(second))
        let rows = VersionDifference.rows(
            try side(names.0, registry, console), try side(names.1, registry, console))
        if format == .json {
            try console.write(json: rows)
        } else if rows.isEmpty {
            console.note("\(names.0) and \(names.1) are the same")
        } else {
            var table = Table([
                Table.Column(""), Table.Column(names.0, maxWidth: 30), Table.Column(names.1, maxWidth: 30),
            ])
            for row in rows { table.add([row.what, row.first, row.second]) }
            console.output.append(table.rendered(console.style, within: console.columns))
        }
        try console.output.flush()
    }

    private func side(
        _ name: String, _ registry: ModelRegistry, _ console: Console
    ) throws -> VersionDifference.Side {
        VersionDifference.Side(
            manifest: try registry.manifest(version: name),
            model: try VersionModel.load(name, taxonomy: registry.taxonomy, console))
    }
}
