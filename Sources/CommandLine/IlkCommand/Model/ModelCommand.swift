import IlkConsole
import ArgumentParser

/// The group of the model commands.
struct ModelCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "model",
        abstract: "List, compare, activate and roll back model versions.",
        discussion: """
            A version has a number. Other names for versions are 'built-in' (the model that comes with \
            ilk), 'active', and the first digits of the model's digest. Versions are never overwritten.

            Running programs ('ilk classify --ndjson', 'ilk serve') switch to a promoted version without \
            losing a text.
            """,
        subcommands: [
            ModelListCommand.self, ModelShowCommand.self, ModelDiffCommand.self, ModelCompareCommand.self,
            ModelPromoteCommand.self, ModelRollbackCommand.self, ModelRemoveCommand.self,
            ModelMergeCommand.self, ModelVerifyCommand.self, ModelExportCommand.self,
            ModelImportCommand.self, ModelRegressionSetCommand.self,
        ],
        after: ModelListCommand.help.examples)

    /// The example lines that create a version for later examples.
    static let preparation = [
        .twoLabeledTexts,
        CommandExample("Train a model", "ilk train mine.jsonl --name weather -o mine.ilk"),
        CommandExample("Import it as a version", "ilk model import mine.ilk --why 'a first try'"),
    ]
}

extension CommandExample {
    /// Makes the file `mine.jsonl`.
    static let twoLabeledTexts = CommandExample(
        "Create two labeled texts",
        #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > mine.jsonl"#
    )
}
