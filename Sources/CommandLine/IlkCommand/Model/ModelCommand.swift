import IlkConsole
import ArgumentParser

/// The group of the model commands.
struct ModelCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "model",
        abstract: "Look at the versions of models, choose the one in use, take it back.",
        discussion: """
            A version is named by its number, by 'built-in' (the model in the program), by 'active' (the one in use), or \
            by the first digits of its digest. None is ever overwritten. Who runs ilk classify --ndjson, or a service, \
            goes on with the one that is promoted, without a text being lost.
            """,
        subcommands: [
            ModelListCommand.self, ModelShowCommand.self, ModelDiffCommand.self, ModelCompareCommand.self,
            ModelPromoteCommand.self, ModelRollbackCommand.self, ModelRemoveCommand.self,
            ModelMergeCommand.self, ModelVerifyCommand.self, ModelExportCommand.self,
            ModelImportCommand.self,
        ],
        after: ModelListCommand.help.examples)

    /// The example lines that create a version for later examples.
    static let preparation = [
        CommandExample(
            "Two labelled texts",
            #"printf '{"text":"sun all day","label":"warm"}\n{"text":"snow at night","label":"cold"}\n' > mine.jsonl"#
        ),
        CommandExample("A model of them", "ilk train mine.jsonl --name weather -o mine.ilk"),
        CommandExample("It becomes a version", "ilk model import mine.ilk --why 'a first try'"),
    ]
}
