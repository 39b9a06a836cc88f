import IlkConsole
import IlkSyncCommand
import ArgumentParser
import Foundation
import IlkUsage
import IlkVocabulary

struct UsageSyncCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "sync",
        abstract: "Sync taps and phrases with a hub, in both directions.",
        usage: "ilk usage sync [--hub <url>] [--token-file <file>] [--watch] [--status] [--reset]",
        discussion: """
            A hub is a server that runs 'ilk serve'. Create a token there: ilk token create <device> --scope \
            sync. The address of the hub is stored. The token is read from a file or an environment \
            variable, and is neither stored nor printed.

            When all devices of an account have synced, they have the same records: the taps and phrases of \
            all devices. If two devices changed the same caregiver, session or device name, the later change \
            wins, and the earlier value is kept as a conflict copy (see --conflicts). Taps and phrases can \
            be recorded during a sync.

            With --cloudkit, the usage is synced with the user's iCloud instead of a hub. If the user is not \
            signed in, the command prints the address of a sign-in page. After you sign in, the page \
            redirects to another address. Write that address to a file, and pass the file to --signed-in.

            A sync can be interrupted at any time; the next one continues.

            Exit status: 2 if the hub refused records, 69 if the hub does not respond, 75 if another program \
            is syncing, 77 if the token is not accepted, 78 if the token belongs to another account.
            """,
        examples: [
            "Record taps": "ilk usage tap want",
            "List waiting changes": "ilk usage sync --status",
            "Show all options and variables": "ilk usage sync --help",
        ])

    @OptionGroup var sync: SyncOptions

    @Flag(help: "List conflict copies, without a sync.")
    var conflicts = false

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if [sync.status, conflicts, sync.watch || sync.reset].filter({ $0 }).count > 1 {
            throw ValidationError(
                "--status and --conflicts cannot be combined with each other, --watch or --reset.")
        }
        if sync.watch && format != .text { throw ValidationError("--watch and --format cannot be combined.") }
    }

    func run() async throws {
        let path = UsageApplication.path(place.file, .standard(display))
        if sync.reset {
            let console = Console.standard(display)
            guard try StoreReplica(path: path, what: "usage").remove(sync.erasure.permission, console) else {
                return
            }
        }
        let isLooking = sync.status || conflicts
        let open =
            try isLooking
            ? OpenUsageStore.openForReading(place.settings, .standard(display))
            : OpenUsageStore.openOrCreate(place.settings, .standard(display))
        let file = SyncedFile.usage(open.store, at: path)
        if isLooking {
            let view = SyncStatus(file: file, format: format, console: open.console, time: open.time)
            if conflicts { try await view.showConflicts() } else { try await view.show() }
            return try open.close()
        }
        let syncing = file.syncing(format, on: open.console)
        if sync.watch {
            return try await syncing.watch(sync.hub.access, sync.cloudKit.access) {
                try await offerDevices(of: open)
            }
        }
        let report = try await syncing.once(sync.hub.access, sync.cloudKit.access)
        try syncing.show(report)
        let judgment = Result { try syncing.judge(report) }
        if case .success = judgment { try await offerDevices(of: open) }
        try open.close()
        try judgment.get()
    }

    /// Prints the devices that the account already has, because one of them may be this device before a
    /// reinstallation. The list is printed only once.
    private func offerDevices(of open: OpenUsageStore) async throws {
        let devices = try await open.store.devicesToOffer(
            probablyNamed: ProcessInfo.processInfo.hostName)
        guard let likely = devices.first else { return }
        // Two devices can have the same name until the next sync. In this case, the end of the key is shown
        // too.
        let distinct = UsageNames.names(devices.map { ($0.id, $0.name) })
        let names = devices.map { VisibleText.oneLine(distinct[$0.id] ?? $0.name) }.joined(separator: ", ")
        let all = try await open.store.devices()
        let isKnownByName = all.count { $0.name.lowercased() == likely.name.lowercased() } == 1
        open.console.note(
            "The account already has \(DecimalText.counted(devices.count, "device")): \(names).")
        open.console.note(
            "If this installation replaces one of them, reuse its identity: ilk usage devices --adopt "
                + ShellText.word(isKnownByName ? likely.name : String(likely.id.description.suffix(8))))
    }
}
