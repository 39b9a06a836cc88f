import IlkConsole
import IlkSyncCommand
import ArgumentParser

/// Shows and deletes conflict copies.
struct UsageConflictsCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "conflicts",
        abstract: "List and delete conflict copies: values that a later change replaced.",
        usage: "ilk usage conflicts [--delete <id> ...] [--delete-all]",
        discussion: """
            Two devices may change the same caregiver, session or device name before they sync. Then the \
            later change wins, and all devices keep the earlier value as a conflict copy. A deleted conflict \
            copy disappears here at once, and on the other devices with their next sync.
            """,
        examples: [
            "Record taps": "ilk usage tap want",
            "List the conflict copies": "ilk usage conflicts",
        ])

    @Option("Delete the conflict copy with this id. May be repeated.", value: "id")
    var delete: [String] = []

    @Flag(help: "Delete all conflict copies.")
    var deleteAll = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if !deleteAll && delete.isEmpty && erasure.isGiven {
            throw ValidationError("--yes and --dry-run require --delete or --delete-all.")
        }
        if deleteAll && !delete.isEmpty { throw ValidationError("Use either --delete or --delete-all.") }
    }

    func run() async throws {
        let path = UsageApplication.path(place.file, .standard(display))
        let open = try OpenUsageStore.openForReading(place.settings, .standard(display))
        let view = SyncStatus(
            file: .usage(open.store, at: path), format: format, console: open.console, time: open.time)
        if deleteAll || !delete.isEmpty {
            try await view.deleteConflicts(deleteAll ? nil : delete, erasure.permission)
        } else {
            try await view.showConflicts()
        }
        try open.close()
    }
}
