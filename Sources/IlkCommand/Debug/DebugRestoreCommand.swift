import ArgumentParser
import Ilk
import IlkDomains

/// Brings a backup of the debug events back.
struct DebugRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the debug events back.",
        discussion: """
            Refused with 73 where there are debug events, but for --force: then those are gone. Refused with 75 while a \
            server takes them in, with 65 when the backup is damaged or of something else, and with 78 when a newer ilk made it.
            """
    )

    static let examples =
        DebugBackupCommand.examples + [
            CommandExample(
                "Bring it back", "ilk debug restore debug.backup --force --debug-file debug.sqlite")
        ]

    @Argument(help: "What ilk debug backup made.", completion: .file())
    var file: String

    @Flag(help: "Replace the debug events that are there.")
    var force = false

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let restoring = BackupRestoring(
            found: "there are debug events already",
            hint: "back them up, then say --force: those that are there will be gone",
            restore: { try DebugLogStore.restore($0, to: $1) })
        try restoring.run(file, to: debug.path(console.folders), isForced: force, console)
    }
}
