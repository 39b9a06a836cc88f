import ArgumentParser
import Ilk
import IlkConsole
import IlkVerdictConsole
import IlkVocabulary

/// Deletes the file of a taxonomy.
struct TaxonomyRemoveCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rm",
        abstract: "Delete the file of a taxonomy.",
        discussion: """
            Its log, its rules and the versions of its model are kept. While versions exist, --taxonomy still accepts the \
            name, with the labels of the model. Delete them with ilk model rm, and texts with ilk log purge.
            """,
        after: TaxonomyCommand.preparation,
        examples: ["Delete a taxonomy": "ilk taxonomy rm weather --yes"])

    @Argument(help: "The taxonomy.")
    var name: String

    @OptionGroup var erasure: ErasureOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        let catalog = LabelSetCatalog(folders: console.folders)
        let set = try catalog.find(name)
        guard set.origin == .user else {
            throw CommandError(
                .usage, "the taxonomy \(name) has no file of yours",
                hint: set.file.map { "it is \($0)" } ?? "it is \(set.origin.rawValue)")
        }
        guard try erasure.permission.allows("delete", "the taxonomy \(name)", console) else { return }
        _ = try catalog.remove(name)
        console.note("Deleted the file of the taxonomy \(name).")
    }
}
