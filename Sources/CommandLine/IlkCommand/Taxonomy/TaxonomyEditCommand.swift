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
        for names in merge {
            let (label, into) = names.pair(in: change.set)
            try change.merge(label, into: into)
        }
        try change.save(console)
    }
}

/// A label and the label that it is merged into, a value of `--merge`.
struct LabelMerge: Hashable, Sendable, ArgumentWithForm {
    static let argumentForm = "two labels, such as A=B"

    private let text: String

    init?(argument: String) {
        text = argument
        if pairs.isEmpty { return nil }
    }

    /// The pairs that the text may mean, one for each equals sign: a label can contain equals signs.
    private var pairs: [(label: String, into: String)] {
        text.indices.filter { text[$0] == "=" }
            .map { (label: String(text[..<$0]), into: String(text[text.index(after: $0)...])) }
            .filter { !$0.label.isEmpty && !$0.into.isEmpty }
    }

    /// Returns the first pair of two labels of a set, or the first pair if the set lacks a label of each.
    func pair(in set: LabelSet) -> (label: String, into: String) {
        let known = pairs.first {
            set.label(Category($0.label)) != nil && set.label(Category($0.into)) != nil
        }
        return known ?? pairs[0]
    }
}
