import IlkLearning
import IlkConsole
import ArgumentParser

/// Writes a version as one file.
struct ModelExportCommand: ParsableCommand, DescribedCommand {
    static let help = CommandText(
        "export",
        abstract: "Write a version as one file, to be imported on another machine.",
        discussion: """
            A tar archive of the version's four files; the same version gives the same bytes. It holds words that people \
            wrote, where the model was trained on them.
            """,
        after: ModelCommand.preparation,
        examples: [
            "Out": "ilk model export 1.0.0 --taxonomy weather -o model.tar",
            "What is in it": "tar -tf model.tar",
        ])

    @Argument(help: "The version.")
    var version: String

    @Option(name: .shortAndLong, "The output file.", value: OutputFile.valueName, completion: .file())
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var registry: RegistryOptions

    func run() throws {
        let (registry, console) = registry.open()
        let name = try registry.find(version)
        let target = try output.target(replacing, inputs: [registry.path(version: name)])
        let bytes = try registry.exported(name)
        try target.write(bytes)
        console.note("version \(name) is in \(output.path), \(DecimalText.size(bytes.count))")
    }
}
