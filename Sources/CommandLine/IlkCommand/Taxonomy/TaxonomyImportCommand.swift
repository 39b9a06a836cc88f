import IlkVocabulary
import ArgumentParser
import Ilk
import IlkConsole
import IlkLearning
import IlkVerdictConsole

/// Imports an exported taxonomy.
struct TaxonomyImportCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "import",
        abstract: "Import an exported taxonomy and activate its model.",
        discussion: "The file is checked in full before anything is written.",
        after: TaxonomyCommand.preparation,
        examples: [
            "Export a taxonomy": "ilk taxonomy export weather -o weather.tar",
            "Import it": "ilk taxonomy import weather.tar --force",
        ])

    @Argument(help: "The exported taxonomy.", completion: .file())
    var file: String

    @Flag(help: "Replace the taxonomy of the same name, and its rules.")
    var force = false

    @OptionGroup var signing: SignatureOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        try LabelSetImport(
            file: file, isForced: force, signature: signing.signature(console), console: console
        ).run()
    }
}

/// An import of a label set.
struct LabelSetImport {
    let file: String
    /// `true` to replace a set and rule files with the same names.
    let isForced: Bool
    let signature: ChangeAuthor
    let console: Console

    /// Checks the file, installs the set and reports it.
    ///
    /// - Throws: `noInput` if the file cannot be read, `badData` if it is not an export, or `cannotCreate` if
    ///   the set exists.
    func run() throws {
        let bundle = try LabelSetBundle(console.readFile(file))
        let version = try bundle.install(in: console.folders, signature, isForced: isForced)
        let model = version.map { " with version \($0) of its model" } ?? ""
        console.note("Imported the taxonomy \(bundle.set.name)\(model)")
        console.note("classify with: ilk classify\(VersionChange.option(bundle.set.name))")
    }
}
