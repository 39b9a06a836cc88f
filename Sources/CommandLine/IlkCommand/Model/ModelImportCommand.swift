import IlkConsole
import ArgumentParser
import IlkVocabulary

/// Imports an exported version or a trained model.
struct ModelImportCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "import",
        abstract: "Make a version of what ilk model export or ilk train wrote.",
        discussion: """
            It is checked to the last byte, keeps its number where nobody has had that here, and is not in use until it \
            is promoted. A model that was trained is measured for its card. Which taxonomy it is of says the model.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Out": "ilk model export 1.0.0 --taxonomy weather -o model.tar",
            "In, where it was lost": "ilk model rm 1.0.0 --taxonomy weather --yes",
            "": "ilk model import model.tar --why 'it was good after all'",
        ])

    @Argument(help: "A file of ilk model export, or a model (.ilk).", completion: .file())
    var file: String

    @Option(
        "The texts that a model was trained on: their digest goes into the manifest. May be repeated.",
        value: "file", completion: .file(extensions: ["jsonl"]))
    var data: [String] = []

    @Flag(help: "Put it to use at once.")
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
