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

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @Flag(help: "Replace a file of that name.")
    var force = false

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try DebugBook.open(debug, console, access: .readOnly)
        try store.backUp(to: file, replacing: force)
        console.note("backed up to \(file)")
        try store.close()
    }
}
