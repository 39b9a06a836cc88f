import IlkLearning
import IlkConsole
import ArgumentParser

/// Shows a version.
struct ModelShowCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "show",
        abstract: "Show what is known of a version, or the whole history.",
        after: ModelCommand.preparation,
        examples: [
            "The one in use": "ilk model show active",
            "Its card, in Markdown": "ilk model show 1.0.0 --taxonomy weather --card",
            "What was promoted when, by whom and why": "ilk model show --history",
        ])

    @Argument(help: "The version. (default: the one in use)")
    var version = "active"

    @Flag(help: "Show its card, in Markdown.")
    var card = false

    @Flag(help: "Show all changes of what is in use, the oldest first.")
    var history = false

    @OptionGroup var shown: ShownRegistryOptions

    func validate() throws {
        if card && history { throw ValidationError("--card and --history exclude each other.") }
        if card && shown.format != .text { throw ValidationError("--card is text: leave out --format.") }
        if shown.format == .ndjson && !history { throw ValidationError("--format takes text or json here.") }
    }

    func run() throws {
        let (registry, console) = shown.registry.open()
        let text = VersionText(console: console)
        guard !history else {
            let records = try registry.history()
            return try console.write(
                records: records, as: shown.format, empty: "nothing has been promoted yet"
            ) {
                text.history(records)
            }
        }
        let name = try registry.find(version)
        guard !card else {
            guard let card = try registry.card(version: name) else {
                throw CommandError(.noInput, "version \(name) has no card")
            }
            console.output.append(VisibleText.lines(card))
            return try console.output.flush()
        }
        let record = try VersionRecord(name, in: registry)
        try console.write(one: record.fields, as: shown.format) { text.page(record) }
    }
}
