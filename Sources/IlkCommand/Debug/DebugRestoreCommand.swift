import ArgumentParser
import Ilk
import IlkDomains
import IlkStore

/// Brings a backup of the debug events back.
struct DebugRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the debug events back.",
        discussion: """
            Replaces debug events that exist: shows their number and asks first; without a terminal it needs --yes. Refused with 75 while a \
            server takes them in, with 65 when the backup is damaged or of something else, and with 78 when a newer ilk made it.
            """
    )

    static let examples =
        DebugBackupCommand.examples + [
            CommandExample(
                "Bring it back", "ilk debug restore debug.backup --yes --debug-file debug.sqlite")
        ]

    @Argument(help: "What ilk debug backup made.", completion: .file())
    var file: String

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let restoring = BackupRestoring(
            contents: { path in
                let store = try DebugLogStore.open(.file(path), access: .readOnly)
                defer { try? store.close() }  // It was only read.
                return DecimalText.counted(try await store.count(), "event")
            },
            restore: { try DebugLogStore.restore($0, to: $1) })
        try await restoring.run(file, to: debug.path(console.folders), erasure, console)
    }
}
