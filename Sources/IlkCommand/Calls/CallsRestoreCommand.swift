import ArgumentParser
import Ilk
import IlkDomains
import IlkStore

/// Brings a backup of the calls back.
struct CallsRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the calls back.",
        discussion:
            "Replaces calls that exist: shows their number and asks first; without a terminal it needs --yes."
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah"),
        CommandExample("Copy", "ilk calls backup calls.backup"),
        CommandExample("Bring it back", "ilk calls restore calls.backup --yes"),
    ]

    @Argument(help: "What ilk calls backup made.", completion: .file())
    var file: String

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let path = calls.callsFile ?? console.folders.calls
        let restoring = BackupRestoring(
            contents: { path in
                let storage = try CallLogStorage.open(.file(path), access: .readOnly)
                defer { try? storage.close() }  // It was only read.
                return try await storage.preview(of: CallPurge()).phrase
            },
            restore: { try CallLogStorage.restore($0, to: $1) })
        try await restoring.run(file, to: path, erasure, console)
    }
}
