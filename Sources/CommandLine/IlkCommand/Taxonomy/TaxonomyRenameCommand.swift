import ArgumentParser
import Ilk
import IlkConsole

/// Changes the title of a taxonomy or of a label.
struct TaxonomyRenameCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "rename",
        abstract: "Change the title of a taxonomy or of a label.",
        discussion: """
            The name of the taxonomy and the key of the label do not change, so logs and models stay valid.
            """,
        after: TaxonomyCommand.preparation,
        examples: [
            "Give the taxonomy a title": "ilk taxonomy rename weather 'The weather'",
            "Give a label a title": "ilk taxonomy rename weather 'Cold days' --label cold",
        ])

    @Argument(help: "The taxonomy.")
    var name: String

    @Argument(help: "The new title.")
    var title: String

    @Option("Change the title of the label with this key.", value: "label")
    var label: String?

    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        let catalog = LabelSetCatalog(folders: console.folders)
        var change = LabelSetChange(try catalog.find(name))
        try change.rename(label, to: title, among: label == nil ? catalog.all().sets : [])
        try change.save(console)
    }
}

extension LabelSetChange {
    /// Saves the set in the user's settings and reports it.
    func save(_ console: Console) throws {
        console.note("saved \(try save(console.folders))")
        for note in notes { console.note(note) }
    }
}
