import ArgumentParser
import IlkConsole

/// The group of the taxonomy commands.
struct TaxonomyCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "taxonomy",
        abstract: "List, change, export and import sets of labels.",
        discussion: """
            A taxonomy is a named set of labels with its rules, model, thresholds and log. 'ilk train \
            --name' creates one. Each taxonomy has a YAML file in the folder 'taxonomies' of the user's or \
            the machine's settings.
            """,
        subcommands: [
            TaxonomyListCommand.self, TaxonomyShowCommand.self, TaxonomyEditCommand.self,
            TaxonomyRenameCommand.self, TaxonomyRemoveCommand.self, TaxonomyExportCommand.self,
            TaxonomyImportCommand.self,
        ],
        after: TaxonomyListCommand.help.examples)

    /// The example lines that make a taxonomy for later examples.
    static let preparation = [
        .twoLabeledTexts,
        CommandExample("Create a taxonomy", "ilk train mine.jsonl --name weather"),
    ]
}
