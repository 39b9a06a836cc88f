import ArgumentParser
import Ilk
import IlkDomains

/// Brings a backup of the calls back.
struct CallsRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the calls back.",
        discussion: "Refused with 73 while there are calls, but for --force: then those are gone."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("Copy", "ilk calls backup calls.backup"),
        CommandExample("Bring it back", "ilk calls restore calls.backup --force"),
    ]

    @Argument(help: "What ilk calls backup made.", completion: .file())
    var file: String

    @Flag(help: "Replace the calls there are.")
    var force = false

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let path = calls.callsFile ?? console.folders.calls
        let restoring = BackupRestoring(
            found: "there are calls already", hint: "back them up, then say --force: they will be gone",
            restore: { try CallLogStorage.restore($0, to: $1) })
        try restoring.run(file, to: path, isForced: force, console)
    }
}
