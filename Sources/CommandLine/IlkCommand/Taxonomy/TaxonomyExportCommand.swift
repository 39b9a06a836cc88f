import IlkVocabulary
import ArgumentParser
import Ilk
import IlkConsole

/// Writes a taxonomy as one file.
struct TaxonomyExportCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "export",
        abstract: "Export a taxonomy as one file.",
        discussion: """
            The file is a tar archive with the labels and settings, your rules, and the active version of \
            the model. It contains words of the training texts, but no logged text.
            """,
        after: TaxonomyCommand.preparation,
        examples: [
            "Export a taxonomy": "ilk taxonomy export weather -o weather.tar",
            "List the archive": "tar -tf weather.tar",
        ])

    @Argument(help: "The taxonomy.")
    var name: String

    @Option(name: .shortAndLong, "The output file.", value: OutputFile.valueName, completion: .file())
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        let set = try LabelSetCatalog(folders: console.folders).find(name)
        let target = try output.target(isForced: replacing.force, inputs: [set.file].compactMap(\.self))
        let bytes = try LabelSetBundle(set, folders: console.folders).bytes
        try target.write(bytes)
        console.note("Exported the taxonomy \(name) to \(output.path) (\(DecimalText.size(bytes.count)))")
    }
}
