import IlkLearning
import IlkConsole
import ArgumentParser

/// Writes a version as one file.
struct ModelExportCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "export",
        abstract: "Export a version as one file.",
        discussion: """
            The file is a tar archive with the files of the version: model, manifest, card and checksums. \
            Two exports of a version are equal byte for byte. The file contains words of the training \
            texts.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Export a version": "ilk model export 1.0.0 --taxonomy weather -o model.tar",
            "List the archive": "tar -tf model.tar",
        ])

    @Argument(help: "The version.")
    var version: String

    @Option(name: .shortAndLong, "The output file.", value: OutputFile.valueName, completion: .file())
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var registry: RegistryOptions

    func run() throws {
        let (registry, console) = try registry.open()
        let name = try registry.find(version)
        let target = try output.target(isForced: replacing.force, inputs: [registry.path(version: name)])
        let bytes = try registry.exported(name)
        try target.write(bytes)
        console.note("Exported version \(name) to \(output.path) (\(DecimalText.size(bytes.count)))")
    }
}
