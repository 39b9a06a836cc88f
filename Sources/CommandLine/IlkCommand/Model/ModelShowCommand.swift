import Ilk
import IlkLearning
import IlkConsole
import ArgumentParser
import IlkVocabulary

/// Shows a version.
struct ModelShowCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "show",
        abstract: "Show a version or the history.",
        after: ModelCommand.preparation,
        examples: [
            "Show the active version": "ilk model show active",
            "Show a card in Markdown": "ilk model show 1.0.0 --taxonomy weather --card",
            "Show all changes with author and reason": "ilk model show --history",
        ])

    @Argument(help: "The version.")
    var version = "active"

    @Flag(help: "Show the model card in Markdown.")
    var card = false

    @Flag(help: "Show all changes, oldest first.")
    var history = false

    @OptionGroup var shown: ShownRegistryOptions

    func validate() throws {
        if card && history { throw ValidationError("--card and --history cannot be combined.") }
        if card && shown.format != .text { throw ValidationError("--card prints Markdown: omit --format.") }
        if !history { try shown.format.checkSingleResult() }
    }

    func run() throws {
        let (registry, console) = try shown.registry.open()
        let text = VersionText(console: console)
        guard !history else {
            let records = try registry.history()
            return try console.write(
                records: records, as: shown.format, empty: "No changes yet."
            ) {
                text.history(records)
            }
        }
        let name = try registry.find(version)
        guard !card else {
            guard let card = try registry.card(version: name) else {
                throw CommandError(
                    .noInput, "version \(name) has no card", hint: "show the version without --card")
            }
            console.output.append(VisibleText.lines(card))
            return try console.output.flush()
        }
        let record = try VersionRecord(name, in: registry)
        try console.write(one: record.fields, as: shown.format) { text.page(record) }
    }
}
