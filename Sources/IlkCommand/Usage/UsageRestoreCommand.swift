import ArgumentParser
import Ilk
import IlkDomains
import IlkStore

/// Brings a backup of the usage back.
struct UsageRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the usage back.",
        discussion:
            "Replaces usage that exists: shows the number of its events and asks first; without a terminal it needs --yes. Syncing begins anew then: ilk usage sync --hub <url>."
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap want"),
        CommandExample("Copy", "ilk usage backup usage.backup"),
        CommandExample("Bring it back", "ilk usage restore usage.backup --yes"),
    ]

    @Argument(help: "What ilk usage backup made.", completion: .file())
    var file: String

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let path = usage.usageFile ?? console.folders.usage
        let restoring = BackupRestoring(
            contents: { path in
                let store = try UsageStore.open(.file(path), access: .readOnly)
                defer { try? store.close() }  // It was only read.
                return try await store.preview(of: UsagePurge()).phrase
            },
            restore: {
                try StoreReplica(path: $1, what: "usage").remove()
                try UsageStore.restore($0, to: $1)
            })
        try await restoring.run(file, to: path, erasure, console)
    }
}
