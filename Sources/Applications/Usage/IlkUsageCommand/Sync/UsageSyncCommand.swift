import IlkConsole
import IlkSyncCommand
import ArgumentParser

struct UsageSyncCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "sync",
        abstract: "Sync the usage with a hub: what is new here goes there, what is new there comes here.",
        usage: "ilk usage sync [--hub <url>] [--token-file <file>] [--watch] [--status] [--anew]",
        discussion: """
            A hub is an ilk serve; a token is made there by ilk token create <device> --scope sync. The address is \
            remembered, the token is read from a file or a variable, and neither stored nor shown. Nothing that is recorded \
            waits for a sync. All devices of an account end with the same: events are put together, of what two people say \
            of a caregiver, a device or a session the later word counts, and the other is kept (--lost).

            With --cloudkit it is the user's iCloud in the place of a hub. Who is not signed in is told the page for it; \
            --signed-in takes the address that it leads to.

            It may be stopped at any moment and goes on the next time. Ends with 2 when the hub refused records, 69 when it \
            does not answer, 75 when another program is syncing, 77 when the token is not accepted, 78 when it is of another \
            account.
            """,
        examples: [
            "Tap": "ilk usage tap want",
            "What waits": "ilk usage sync --status",
            "The variables and options": "ilk usage sync --help",
        ])

    @OptionGroup var hub: HubOptions
    @OptionGroup var cloudKit: CloudKitOptions

    @Flag(help: "Stay, and sync whenever something is new here, and every minute.")
    var watch = false

    @Flag(help: "Say with which hub, when last, and what waits. Asks nobody.")
    var status = false

    @Flag(help: "Show the values that lost against later ones. Asks nobody.")
    var lost = false

    @Flag(help: "Forget which hub and account the usage was synced with, and sync all of it with this one.")
    var anew = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if [status, lost, watch || anew].filter({ $0 }).count > 1 {
            throw ValidationError("--status and --lost stand alone.")
        }
        if !anew && erasure.isGiven { throw ValidationError("--yes and --dry-run go with --anew.") }
        if watch && format != .text { throw ValidationError("--watch has no --format.") }
    }

    func run() async throws {
        let path = UsageApplication.path(place, .standard(display))
        if anew {
            let console = Console.standard(display)
            guard try StoreReplica(path: path, what: "usage").remove(erasure.permission, console) else {
                return
            }
        }
        let isLooking = status || lost
        let book =
            try isLooking
            ? OpenUsageStore.openForReading(place, .standard(display))
            : OpenUsageStore.openOrCreate(place, .standard(display))
        let file = SyncedFile.usage(book.store, at: path)
        if isLooking {
            let view = SyncStatus(file: file, format: format, console: book.console, time: book.time)
            if lost { try await view.showConflicts() } else { try await view.show() }
            return try book.close()
        }
        let syncing = file.syncing(format, on: book.console)
        if watch { return try await syncing.watch(hub, cloudKit) }
        let report = try await syncing.once(hub, cloudKit)
        try syncing.show(report)
        try book.close()
        try syncing.judge(report)
    }
}
