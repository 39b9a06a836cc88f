import IlkConsole
import IlkSyncCommand
import ArgumentParser
import Ilk
import IlkStore

/// Shows values that lost against later ones, and deletes them.
struct UsageConflictsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Show what two people said of the same thing and lost against a later word; delete it.",
        usage: "ilk usage conflicts [--delete <id> ...] [--delete-all]",
        discussion: """
            Of what two people say of a caregiver, a device or a session, on two devices that did not know of each other, \
            the later word counts. The other is kept on all devices until somebody deletes it: here at once, elsewhere with \
            the next sync.
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap want"),
        CommandExample("What lost", "ilk usage conflicts"),
    ]

    @Option(help: ArgumentHelp("Delete the value of this id. May be repeated.", valueName: "id"))
    var delete: [String] = []

    @Flag(help: "Delete all of them.")
    var deleteAll = false

    @OptionGroup var erasure: ErasureOptions

    @Option(help: "The shape of the output.")
    var format: ResultFormat = .text

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if !deleteAll && delete.isEmpty && erasure.isSaid {
            throw ValidationError("--yes and --dry-run go with --delete and --delete-all.")
        }
        if deleteAll && !delete.isEmpty { throw ValidationError("--delete-all stands alone.") }
    }

    func run() async throws {
        let path = usage.usageFile ?? Console.standard(display).folders.usage
        let book = try UsageBook.reading(usage, display)
        let view = SyncStatus(
            file: .usage(book.store, at: path), format: format, console: book.console, time: book.time)
        if deleteAll || !delete.isEmpty {
            try await view.deleteLost(deleteAll ? nil : delete, erasure)
        } else {
            try await view.showLost()
        }
        try book.close()
    }
}
