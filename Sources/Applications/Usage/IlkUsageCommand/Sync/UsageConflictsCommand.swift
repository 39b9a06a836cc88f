import IlkConsole
import IlkSyncCommand
import ArgumentParser

/// Shows and deletes conflict copies.
struct UsageConflictsCommand: AsyncParsableCommand, DescribedCommand, ShowingArguments {
    static let help = CommandText(
        "conflicts",
        abstract: "Show what two people said of the same thing and lost against a later word; delete it.",
        usage: "ilk usage conflicts [--delete <id> ...] [--delete-all]",
        discussion: """
            Of what two people say of a caregiver, a device or a session, on two devices that did not know of each other, \
            the later word counts. The other is kept on all devices until somebody deletes it: here at once, elsewhere with \
            the next sync.
            """,
        examples: [
            "Tap": "ilk usage tap want",
            "What lost": "ilk usage conflicts",
        ])

    @Option("Delete the value of this id. May be repeated.", value: "id")
    var delete: [String] = []

    @Flag(help: "Delete all of them.")
    var deleteAll = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var shown: ShownOptions<UsageApplication, ResultFormat>

    func validate() throws {
        if !deleteAll && delete.isEmpty && erasure.isGiven {
            throw ValidationError("--yes and --dry-run go with --delete and --delete-all.")
        }
        if deleteAll && !delete.isEmpty { throw ValidationError("--delete-all stands alone.") }
    }

    func run() async throws {
        let path = UsageApplication.path(place, .standard(display))
        let book = try OpenUsageStore.openForReading(place, .standard(display))
        let view = SyncStatus(
            file: .usage(book.store, at: path), format: format, console: book.console, time: book.time)
        if deleteAll || !delete.isEmpty {
            try await view.deleteConflicts(deleteAll ? nil : delete, erasure.permission)
        } else {
            try await view.showConflicts()
        }
        try book.close()
    }
}
