import IlkConsole
import ArgumentParser
import IlkVocabulary

/// Imports an exported version or a trained model.
struct ModelImportCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "import",
        abstract: "Import an exported version or a trained model.",
        discussion: """
            The whole file is checked first. The file determines the taxonomy. An exported version keeps \
            its number and its figures; if another version has this number, the imported version gets the \
            next free number. A model (.ilk) becomes a new version. If its taxonomy is doctype, its \
            accuracy on the built-in regression set is measured and written to its card.

            An imported version becomes active only with --promote or 'ilk model promote'.
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
        "Record these files as training data. Repeatable.",
        value: "file", completion: .file(extensions: ["jsonl"]))
    var data: [String] = []

    @Flag(help: "Make the version active.")
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
