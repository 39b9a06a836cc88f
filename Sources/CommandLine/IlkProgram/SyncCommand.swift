import IlkFiles
import IlkStore
import IlkVerdictConsole
import IlkConsole
import IlkSyncCommand
import ArgumentParser
import Ilk
import IlkUsage
import IlkUsageCommand
import IlkVocabulary

/// Syncs all stores that have been synced with a hub before.
struct SyncCommand: AsyncParsableCommand, DescribedCommand, OutputArguments {
    static let help = CommandText(
        "sync",
        abstract: "Sync all stores that have a server (hub).",
        usage: "ilk sync [--hub <url>] [--token-file <file>] [--format json]",
        discussion: """
            A store has a hub after its first 'ilk usage sync' or 'ilk log sync'. Other stores are not \
            synced. 'ilk calls sync' syncs phone calls with the contact manager Monica. If the sync of a \
            store fails, the other stores are still synced. The result of each store is shown. The exit \
            status is the status of the first failure.
            """,
        examples: [
            "Record a tap on the symbol 'want'": "ilk usage tap want",
            "Sync all": "ilk sync",
        ])

    @OptionGroup var hub: HubOptions
    @OptionGroup var cloudKit: CloudKitOptions

    @OptionGroup var output: OutputOptions<ResultFormat>

    func run() async throws {
        let console = Console.standard(display)
        var first: CommandError?
        var count = 0
        for file in try files(console.folders) {
            count += 1
            do {
                let syncing = file.syncing(format, on: console)
                let report = try await syncing.once(hub.access, cloudKit.access)
                try syncing.show(
                    report,
                    name: file.dataName + String(repeating: " ", count: max(1, 7 - file.dataName.count)))
                try syncing.judge(report)
            } catch {
                try console.checkStop()
                var failure = CommandError(error)
                if first != nil, !failure.what.isEmpty { console.note("\(file.dataName): \(failure.what)") }
                failure.place = failure.place ?? file.dataName
                first = first ?? failure
            }
        }
        try console.output.flush()
        if count == 0 {
            console.note("no store is synced yet: run 'ilk usage sync' or 'ilk log sync' once, with --hub")
        }
        if let first { throw first }
    }

    /// Opens the stores that have been synced before.
    private func files(_ folders: IlkFolders) throws -> [SyncedFile] {
        var files: [SyncedFile] = []
        if StoreReplica(path: folders.usage, what: "usage").exists {
            files.append(.usage(try UsageStore.open(.file(folders.usage)), at: folders.usage))
        }
        for path in LogStoreAccess.existing(folders) where StoreReplica(path: path, what: "log").exists {
            files.append(try .log(LogStoreAccess.openOrMake(path, folders), at: path, folders))
        }
        return files
    }
}
