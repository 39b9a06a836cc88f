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
            The log, the rules and the model versions of the taxonomy are kept. While model versions exist, \
            the option --taxonomy of other commands still accepts the name of the taxonomy and uses the \
            labels stored in the model. To delete the versions, use 'ilk model rm'; to erase the texts of \
            the log, use 'ilk log purge'.
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
                .usage, "you have no file of the taxonomy \(name)",
                hint: set.file.map { "the file of the taxonomy is \($0)" }
                    ?? (set.origin == .model
                        ? "delete the versions of its model with: ilk model rm VERSION --taxonomy \(name)"
                        : "it is part of the program"))
        }
        guard try erasure.permission.allows("delete", "the taxonomy \(name)", console) else { return }
        _ = try catalog.remove(name)
        console.note("Deleted the file of the taxonomy \(name).")
    }
}
