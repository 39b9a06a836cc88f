import ArgumentParser
import Ilk
import IlkDomains

/// Takes calls out of the file for good.
struct CallsPurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Erase calls from the file.",
        discussion: """
            Shows the number of calls and asks first; without a terminal it needs --yes. No byte of their notes is left in \
            the database, its write-ahead log and its search index. Backups, exports and the free blocks of the file system \
            are not reached.

            The server keeps its calls, and no sync brings them back here. With --contact alone the contact is erased, too; \
            with --all everything. Models that learned from one of the calls are deleted. --deleted erases only deleted \
            calls that the server knows to be deleted. --resume continues an interrupted purge without asking.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 'a secret'"),
        CommandExample("See what would go", "ilk calls purge --contact sarah --dry-run"),
        CommandExample("Erase", "ilk calls purge --contact sarah --yes"),
    ]

    @OptionGroup var choice: CallFilterOptions

    @Flag(help: "Everything.")
    var all = false

    @Flag(help: "Only deleted calls of which the server has heard.")
    var deleted = false

    @Flag(help: "End a purge that was interrupted.")
    var resume = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        let said = [!choice.isEmpty, all, deleted, resume].filter { $0 }.count
        if said == 0 { throw ValidationError("Say what goes: --contact, --until, ..., --deleted, or --all.") }
        if said > 1 { throw ValidationError("--all, --deleted and --resume stand alone.") }
        if erasure.dryRun && resume { throw ValidationError("--dry-run does not go with --resume.") }
    }

    func run() async throws {
        var purge: CallPurge?
        if !resume {
            let book = try CallBook.reading(calls, display)
            let meant: CallPurge =
                deleted ? .deleted : CallPurge(filter: all ? CallFilter() : try await choice.filter(book))
            let report = try await book.storage.preview(of: meant)
            let isUnfinished = try await book.storage.isPurgeUnfinished()
            try book.close()
            if report == CallPurge.Report() {
                book.console.note("No matching calls.")
                guard isUnfinished, !erasure.dryRun else { return }
            } else {
                guard try erasure.allows("delete", report.phrase, book.console) else { return }
                purge = meant
            }
        }
        let book = try CallBook.writing(calls, display)
        let console = book.console
        let progress: (CallPurge.Report) throws -> Void = { _ in try console.checkStop() }
        let report: CallPurge.Report
        if let purge {
            report = try await book.storage.purge(purge, progress: progress)
        } else {
            report = try await book.storage.finishPurge(progress: progress)
        }
        console.note("Purged \(report.phrase).")
        let retraining = CallRetraining(storage: book.storage, folders: console.folders, now: book.now)
        Unlearning.tell(try await retraining.forgetErased(), again: "ilk retrain --from calls", console)
        try book.close()
    }
}

extension CallPurge.Report {
    /// The counts in words: `2 calls (31 bytes of notes)`.
    var phrase: String {
        let people = contacts > 0 ? ", \(DecimalText.counted(contacts, "contact"))" : ""
        let aside = quarantined > 0 ? ", \(DecimalText.counted(quarantined, "quarantined record"))" : ""
        return "\(CallCount.text(calls)) (\(DecimalText.bytes(bytes)) of notes)" + people + aside
    }
}
