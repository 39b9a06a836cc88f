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
        name: .shortAndLong, help: ArgumentHelp("Where it goes.", valueName: "file"), completion: .file())
    var output: String

    @OptionGroup var registry: RegistryOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if output.isEmpty || output == "-" { throw ValidationError("--output takes the name of a file.") }
    }

    func run() throws {
        let console = Console.standard(display)
        let registry = registry.registry(console)
        let name = try registry.find(version)
        let bytes = try registry.exported(name)
        try WholeFile.write(bytes, to: output)
        console.note("version \(name) is in \(output), \(DecimalText.size(bytes.count))")
    }
}
