import ArgumentParser
import Ilk
import IlkConsole
import IlkVocabulary

/// Changes the labels of a taxonomy.
struct TaxonomyEditCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "edit",
        abstract: "Add, retire and merge labels of a taxonomy.",
        discussion: """
            A new label is predicted once the model has learned texts with the label, or if a rule predicts \
            the label. A retired label stays in logs but is no longer predicted. After --merge A=B, newly \
            trained models count texts with the label A as texts with the label B.

            The labels of shipped taxonomies cannot be changed. To change other settings, edit the file of \
            the taxonomy; 'ilk taxonomy show' prints its path.
            """,
        after: TaxonomyCommand.preparation,
        examples: [
            "Add a label": "ilk taxonomy edit weather --add wet",
            "Retire it": "ilk taxonomy edit weather --retire wet",
            "Merge two labels": "ilk taxonomy edit weather --merge wet=cold",
        ])

    @Argument(help: "The taxonomy.")
    var name: String

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Labels to add.", valueName: "label"))
    var add: [String] = []

    @Option("A label to stop predicting. Repeatable.", value: "label")
    var retire: [String] = []

    @Option("A retired label to predict again. Repeatable.", value: "label")
    var restore: [String] = []

    @Option("Count label A as B from now on. Repeatable.", value: "A=B")
    var merge: [LabelMerge] = []

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if add.isEmpty && retire.isEmpty && restore.isEmpty && merge.isEmpty {
            throw ValidationError("Specify a change: --add, --retire, --restore or --merge.")
        }
    }

    func run() throws {
        let console = Console.standard(display)
        var change = LabelSetChange(try LabelSetCatalog(folders: console.folders).find(name))
        for label in add { try change.add(label) }
        for label in restore { try change.setRetired(label, false) }
        for label in retire { try change.setRetired(label, true) }
        for pair in merge { try change.merge(pair.label, into: pair.into) }
        try change.save(console)
    }
}

/// A label and the label that it is merged into, a value of `--merge`.
struct LabelMerge: Hashable, Sendable, ExpressibleByArgument {
    let label: String
    let into: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        (label, into) = (parts[0], parts[1])
    }
}
