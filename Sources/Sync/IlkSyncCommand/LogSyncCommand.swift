import IlkFiles
import IlkStore
import IlkCommand
package import IlkConsole
package import ArgumentParser
import Ilk
import IlkVocabulary

/// Syncs the log with a hub.
package struct LogSyncCommand: AsyncParsableCommand, DescribedCommand {
    package static let help = CommandText(
        "sync",
        abstract: "Sync the log with a hub: what is new here goes there, what is new there comes here.",
        usage: "ilk log sync [--hub <url>] [--token-file <file>] [--watch] [--status] [--anew]",
        discussion: """
            The log leaves this machine only by this command: texts, verdicts and corrections then stand in the hub's file, \
            and in the logs of all devices of the account that sync theirs. All end with the same entries, and a retraining \
            on any of them learns from the corrections of all. What is purged on one goes from the others with their next \
            sync. Logs of other categories are kept apart.

            A hub is an ilk serve; a token is made there by ilk token create <device> --scope sync. The address is \
            remembered, the token neither stored nor shown. It may be stopped at any moment and goes on the next time. Ends \
            with 2 when the hub refused records, 69 when it does not answer, 75 when another program is syncing, 77 when the \
            token is not accepted, 78 when it is of another account.
            """,
        examples: [
            "Remember a text": "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite",
            "What waits": "ilk log sync --status --log-file mine.sqlite",
        ])

    @OptionGroup package var hub: HubOptions
    @OptionGroup package var cloudKit: CloudKitOptions

    @Flag(help: "Stay, and sync whenever something is new here, and every minute.")
    package var watch = false

    @Flag(help: "Say with which hub, when last, and what waits. Asks nobody.")
    package var status = false

    @Flag(help: "Forget which hub and account the log was synced with, and sync all of it with this one.")
    package var anew = false

    @OptionGroup package var erasure: ErasureOptions

    @Option(help: "The shape of the output.")
    package var format: ResultFormat = .text

    @OptionGroup package var logging: LogFileOptions
    @OptionGroup package var display: DisplayOptions

    package func validate() throws {
        if status && (watch || anew) { throw ValidationError("--status stands alone.") }
        if !anew && erasure.isGiven { throw ValidationError("--yes and --dry-run go with --anew.") }
        if watch && format != .text { throw ValidationError("--watch has no --format.") }
    }

    package func run() async throws {
        let console = Console.standard(display)
        let path = logging.logFile ?? console.folders.log(taxonomy: Taxonomy.documentType.name)
        if status {
            let store = try LogStoreAccess.open(logging.logFile, folders: console.folders, access: .readOnly)
            let view = SyncStatus(
                file: .log(store, at: path, console.folders), format: format, console: console,
                time: { ZonedTime(milliseconds: $0.milliseconds, zone: 0) })
            try await view.show()
            try console.output.flush()
            return try store.close()
        }
        if anew {
            guard try StoreReplica(path: path, what: "log").remove(erasure.permission, console) else {
                return
            }
        }
        try IlkFolders.makeFolder(of: path)
        let store = try LogStoreAccess.openOrMake(path)
        let file = SyncedFile.log(store, at: path, console.folders)
        let syncing = file.syncing(format, on: console)
        if watch { return try await syncing.watch(hub, cloudKit) }
        let report = try await syncing.once(hub, cloudKit)
        try syncing.show(report)
        try console.output.flush()
        try store.close()
        try syncing.judge(report)
    }

    package init() {}
}
