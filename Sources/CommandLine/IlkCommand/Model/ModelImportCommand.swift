import IlkConsole
import ArgumentParser
import IlkVocabulary

/// Imports an exported version or a trained model.
struct ModelImportCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "import",
        abstract: "Import an exported version or a trained model.",
        discussion: """
            The file is checked in full. An exported version keeps its number if that is unused. The version is not active \
            until it is promoted. The model determines the taxonomy, and is measured for its card.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Export a version": "ilk model export 1.0.0 --taxonomy weather -o model.tar",
            "Delete it and import it again": "ilk model rm 1.0.0 --taxonomy weather --yes",
            "": "ilk model import model.tar --why 'restored'",
        ])

    @Argument(help: "An exported version, or a model (.ilk).", completion: .file())
    var file: String

    @Option(
        "The training texts, for the manifest. Repeatable.",
        value: "file", completion: .file(extensions: ["jsonl"]))
    var data: [String] = []

    @Flag(help: "Activate the version.")
    var promote = false

    @OptionGroup var signing: SignatureOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try ModelImport(
            file: file, data: data, promotes: promote, signature: signing.signature(console),
            console: console
        ).run()
    }
}
