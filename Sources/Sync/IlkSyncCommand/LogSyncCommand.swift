import IlkFiles
import IlkStore
package import IlkVerdictConsole
package import IlkConsole
package import ArgumentParser
import Ilk
import IlkVocabulary

/// Syncs the log with a hub.
package struct LogSyncCommand: AsyncParsableCommand, DescribedCommand, OutputArguments {
    package static let help = CommandText(
        "sync",
        abstract: "Sync the log with a hub in both directions.",
        usage:
            "ilk log sync [--hub <url>] [--token-file <file>] [--taxonomy <name>] [--watch] [--status] [--reset]",
        discussion: """
            Sends new texts, verdicts and corrections to the hub, and receives the records of the \
            account's other devices. All devices end with the same entries, so retraining on any \
            device learns from all corrections. After a purge on one device, every other device purges the \
            same entries with its next sync. Logs of other taxonomies stay separate. No other command \
            sends the log to another machine.

            A hub is a server that runs 'ilk serve'. Create a token on that server: ilk token create \
            <device> --scope sync. The token comes from --token-file, ILK_HUB_TOKEN_FILE or ILK_HUB_TOKEN, \
            and is neither stored nor printed. The address of the hub is stored.

            With --cloudkit the user's iCloud replaces the hub. The API token of the container comes from \
            --api-token-file, ILK_CLOUDKIT_TOKEN_FILE or ILK_CLOUDKIT_TOKEN. If the user is not signed in, \
            the error contains the address of a sign-in page. Sign in there. Then put the address to which \
            the page redirects into a file, and pass the file to --signed-in (- for standard input).

            A sync can be interrupted at any time. The next sync continues where it stopped.

            Exit status: 2 if the hub rejected records, 69 if the hub does not respond, 75 if another \
            program is syncing, 77 if the token is not accepted, 78 if the token belongs to another \
            account.
            """,
        examples: [
            "Log a text": "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite",
            "Show the status": "ilk log sync --status --log-file mine.sqlite",
        ])

    @OptionGroup package var sync: SyncOptions
    @OptionGroup package var logging: LogStoreOptions
    @OptionGroup package var output: OutputOptions<ResultFormat>

    package func validate() throws {
        if sync.status && (sync.watch || sync.reset) {
            throw ValidationError("--status cannot be combined with --watch or --reset.")
        }
        if sync.watch && format != .text { throw ValidationError("--watch and --format cannot be combined.") }
    }

    package func run() async throws {
        let console = Console.standard(display)
        let path = logging.file ?? LogFiles.path(taxonomy: Taxonomy.documentType.name, console.folders)
        if sync.status {
            let store = try LogStoreAccess.open(path, folders: console.folders, access: .readOnly)
            let view = SyncStatus(
                file: try .log(store, at: path, console.folders), format: format, console: console,
                time: { ZonedTime(milliseconds: $0.milliseconds, zone: 0) })
            try await view.show()
            try console.output.flush()
            return try store.close()
        }
        if sync.reset {
            guard try StoreReplica(path: path, what: "log").remove(sync.erasure.permission, console) else {
                return
            }
        }
        try IlkFolders.makeFolder(of: path)
        let store = try LogStoreAccess.openOrMake(path, console.folders)
        let file = try SyncedFile.log(store, at: path, console.folders)
        let syncing = file.syncing(format, on: console)
        if sync.watch { return try await syncing.watch(sync.hub.access, sync.cloudKit.access) }
        let report = try await syncing.once(sync.hub.access, sync.cloudKit.access)
        try syncing.show(report)
        try console.output.flush()
        try store.close()
        try syncing.judge(report)
    }

    package init() {}
}
