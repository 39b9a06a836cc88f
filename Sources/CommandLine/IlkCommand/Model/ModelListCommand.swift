import Ilk
import IlkLearning
import IlkConsole
import ArgumentParser

/// Lists the versions of a registry.
struct ModelListCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "ls",
        abstract: "List the versions, newest first.",
        discussion: """
            A star marks the active version. The column 'accuracy' shows the accuracy of model and rules \
            on the built-in regression set (doctype), or the accuracy of the model on your regression set \
            or on held-out texts (other taxonomies).
            """,
        after: ModelCommand.preparation,
        examples: [
            "List versions": "ilk model ls",
            "Write JSON": "ilk model ls --format json",
        ])

    @OptionGroup var shown: ShownRegistryOptions

    func run() throws {
        let (registry, console) = try shown.registry.open()
        let records = try VersionRecord.all(in: registry)
        try console.write(
            records: records.map(\.fields), as: shown.format,
            empty: "No versions of \(registry.taxonomy). Import one: ilk model import FILE"
        ) {
            VersionText(console: console).list(records)
        }
    }
}
