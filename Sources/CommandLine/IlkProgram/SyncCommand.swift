import IlkFiles
import IlkStore
import IlkCommand
import IlkConsole
import IlkSyncCommand
import ArgumentParser
import Ilk
import IlkUsage
import IlkUsageCommand
import IlkVocabulary

/// Syncs all stores that have a replica.
struct SyncCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "sync",
        abstract: "Sync all of the user's stores that are synced with a hub, and say what came of each.",
        usage: "ilk sync [--hub <url>] [--token-file <file>] [--format json]",
        discussion: """
            These are the usage and the logs for which ilk usage sync or ilk log sync was said once; nothing else leaves \
            this machine. Calls go to another server: ilk calls sync. One store that cannot be synced does not keep the \
            others from it. Ends as the first did that was not synced.
            """,
        examples: [
            "Tap": "ilk usage tap want",
            "All that is synced": "ilk sync",
        ])

    @OptionGroup var hub: HubOptions
    @OptionGroup var cloudKit: CloudKitOptions

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        var first: (any Error)?
        var count = 0
        for file in try files(console.folders) {
            count += 1
            do {
                let syncing = file.syncing(format, on: console)
                let report = try await syncing.once(hub, cloudKit)
                try syncing.show(
                    report,
                    name: file.dataName + String(repeating: " ", count: max(1, 7 - file.dataName.count)))
                try syncing.judge(report)
            } catch {
                try console.checkStop()
                console.note("\(file.dataName): \(error)")
                first = first ?? error
            }
        }
        try console.output.flush()
        if count == 0 {
            console.note("nothing is synced yet: ilk usage sync or ilk log sync, with --hub, once")
        }
        if let first { throw first }
    }

    /// Opens the stores that have been synced before.
    private func files(_ folders: IlkFolders) throws -> [SyncedFile] {
        var files: [SyncedFile] = []
        if StoreReplica(path: folders.usage, what: "usage").exists {
            files.append(.usage(try UsageStore.open(.file(folders.usage)), at: folders.usage))
        }
        for taxonomy in Taxonomy.shipped {
            let path = folders.log(taxonomy: taxonomy.name)
            guard StoreReplica(path: path, what: "log").exists else { continue }
            files.append(.log(try LogStoreAccess.openOrMake(path), at: path, folders))
        }
        return files
    }
}
