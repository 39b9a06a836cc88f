import ArgumentParser
import IlkDomains
import IlkStore

/// Copies the debug events while others write to them.
struct DebugBackupCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the debug events into one file, while more come in.",
        discussion: "The copy is looked through before it takes its name. ilk debug purge does not reach it."
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample("Copy", "ilk debug backup debug.backup --debug-file debug.sqlite")
        ]

    @Argument(
        help: ArgumentHelp("The output file.", valueName: OutputFile.valueName), completion: .file())
    var file: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try DebugBook.open(debug, console, access: .readOnly)
        let target = try file.target(replacing, inputs: debug.files(console.folders))
        try target.requireFile()
        try store.backUp(to: target.path, replacing: target.isForced)
        console.note("backed up to \(target.path)")
        try store.close()
    }
}
