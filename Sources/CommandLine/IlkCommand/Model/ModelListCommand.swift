import IlkLearning
import IlkConsole
import ArgumentParser

/// Lists the versions of a registry.
struct ModelListCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "ls",
        abstract: "List the versions there are, the newest first.",
        discussion:
            "The one in use has a star. 'right' is the share of the frozen texts in the program that it is "
            + "right about, together with the rules.",
        after: ModelCommand.preparation,
        examples: [
            "What there is": "ilk model ls",
            "For a program": "ilk model ls --format json",
        ])

    @OptionGroup var shown: ShownRegistryOptions

    func run() throws {
        let (registry, console) = shown.registry.open()
        let records = try VersionRecord.all(in: registry)
        try console.write(
            records: records.map(\.fields), as: shown.format,
            empty: "there is no model of \(registry.taxonomy) yet: ilk model import FILE"
        ) {
            VersionText(console: console).list(records)
        }
    }
}
