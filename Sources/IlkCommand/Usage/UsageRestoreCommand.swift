import ArgumentParser
import Ilk
import IlkDomains

/// Brings a backup of the usage back.
struct UsageRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the usage back.",
        discussion:
            "Refused with 73 while there is usage, but for --force: then that is gone. Syncing begins anew then: ilk usage sync --hub <url>."
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap want"),
        CommandExample("Copy", "ilk usage backup usage.backup"),
        CommandExample("Bring it back", "ilk usage restore usage.backup --force"),
    ]

    @Argument(help: "What ilk usage backup made.", completion: .file())
    var file: String

    @Flag(help: "Replace the usage there is.")
    var force = false

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let path = usage.usageFile ?? console.folders.usage
        let restoring = BackupRestoring(
            found: "there is usage already", hint: "back them up, then say --force: they will be gone",
            restore: {
                try StoreReplica(path: $1, what: "usage").remove()
                try UsageStore.restore($0, to: $1)
            })
        try restoring.run(file, to: path, isForced: force, console)
    }
}
