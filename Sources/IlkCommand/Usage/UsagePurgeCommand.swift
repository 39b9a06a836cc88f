import ArgumentParser
import Ilk
import IlkDomains

/// Takes usage out of the file for good.
struct UsagePurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Erase events from the file.",
        discussion: """
            Shows the number of events and asks first; without a terminal it needs --yes. No byte of the events is left in \
            the database and its write-ahead log. Backups, exports and the free blocks of the file system are not reached.

            Where the usage is synced, the next sync erases the events at the hub and on the other devices too. With --all \
            devices, caregivers and settings are erased as well, here only: this device leaves its account. --resume \
            continues an interrupted purge without asking.
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap secret"),
        CommandExample("See what would go", "ilk usage purge --symbol secret --dry-run"),
        CommandExample("Erase", "ilk usage purge --symbol secret --yes"),
    ]

    @OptionGroup var choice: UsageFilterOptions

    @Flag(help: "Everything.")
    var all = false

    @Flag(help: "End a purge that was interrupted.")
    var resume = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        let said = [!choice.isEmpty, all, resume].filter { $0 }.count
        if said == 0 { throw ValidationError("Say what goes: --until, --symbol, --session, ..., or --all.") }
        if said > 1 { throw ValidationError("--all and --resume stand alone.") }
        if erasure.dryRun && resume { throw ValidationError("--dry-run does not go with --resume.") }
    }

    func run() async throws {
        var purge: UsagePurge?
        if !resume {
            let book = try UsageBook.reading(usage, display)
            let meant = UsagePurge(filter: all ? UsageFilter() : try await choice.filter(book))
            let found = try await preview(meant, book)
            let isUnfinished = try await book.store.isPurgeUnfinished()
            try book.close()
            if let found {
                guard try erasure.allows("delete", found, book.console) else { return }
                purge = meant
            } else {
                book.console.note("No matching events.")
                guard isUnfinished, !erasure.dryRun else { return }
            }
        }
        let book = try UsageBook.writing(usage, display)
        try await carryOut(purge, book)
        try book.close()
    }

    /// The data that would be erased, in words; `nil` for none.
    private func preview(_ purge: UsagePurge, _ book: UsageBook) async throws -> String? {
        let report = try await book.store.preview(of: purge)
        guard all else { return report == UsagePurge.Report() ? nil : report.phrase }
        let people = [
            (try await book.store.devices().count, "device"),
            (try await book.store.caregivers().count, "caregiver"),
        ].filter { $0.0 > 0 }
        if report == UsagePurge.Report(), people.isEmpty { return nil }
        return ([report.phrase] + people.map { DecimalText.counted($0.0, $0.1) }).joined(separator: ", ")
    }

    /// Erases; without a purge, continues one that was interrupted.
    private func carryOut(_ purge: UsagePurge?, _ book: UsageBook) async throws {
        let console = book.console
        let progress: (UsagePurge.Report) throws -> Void = { _ in try console.checkStop() }
        guard let purge else {
            let report = try await book.store.finishPurge(progress: progress)
            return console.note("Purged \(report.phrase).")
        }
        let path = usage.usageFile ?? console.folders.usage
        if all { try StoreReplica(path: path, what: "usage").remove() }
        console.note("Purged \(try await book.store.purge(purge, progress: progress).phrase).")
        if try await book.store.listOfChanges() != nil {
            console.note("The next sync erases them at the hub and on the other devices too.")
        }
    }
}

extension UsagePurge.Report {
    /// The counts in words: `2 events`.
    var phrase: String {
        DecimalText.counted(events, "event")
            + (aside > 0 ? " and \(DecimalText.counted(aside, "quarantined record"))" : "")
    }
}
