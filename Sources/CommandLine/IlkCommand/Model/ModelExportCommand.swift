import IlkConsole
import ArgumentParser
import IlkLearning

/// Writes a version as one file.
struct ModelExportCommand: ParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a version as one file, to be imported on another machine.",
        discussion: """
            A tar archive of the version's four files; the same version gives the same bytes. It holds words that people \
            wrote, where the model was trained on them.
            """
    )

    static let examples =
        ModelCommand.preparation + [
            CommandExample("Out", "ilk model export 1.0.0 --taxonomy weather -o model.tar"),
            CommandExample("What is in it", "tar -tf model.tar"),
        ]

    @Argument(help: "The version.")
    var version: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The output file.", valueName: OutputFile.valueName),
        completion: .file())
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func run() throws {
        let console = Console.standard(display)
        let registry = registry.registry(console)
        let name = try registry.find(version)
        let target = try output.target(replacing, inputs: [registry.path(version: name)])
        let bytes = try registry.exported(name)
        try target.write(bytes)
        console.note("version \(name) is in \(output.path), \(DecimalText.size(bytes.count))")
    }
}
