import ArgumentParser
import Ilk
import IlkDomains

/// Takes calls out of the file for good.
struct CallsPurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Take calls out so that no byte of them is left in the file.",
        discussion: """
            The server is not told: what it has stays there, and no sync brings it back here. With --contact alone the \
            contact goes, too; with --all everything. Models that learned from one of the calls go. Backups and exports are not \
            reached. --deleted only takes away deleted calls of which the server has heard.
            """
    )

    static let examples = [
        CommandExample("Record a call", "ilk calls add Sarah 'a secret'"),
        CommandExample("See what would go", "ilk calls purge --contact sarah --dry-run"),
        CommandExample("Erase", "ilk calls purge --contact sarah"),
    ]

    @OptionGroup var choice: CallFilterOptions

    @Flag(help: "Everything.")
    var all = false

    @Flag(help: "Only deleted calls of which the server has heard.")
    var deleted = false

    @Flag(help: "End a purge that was interrupted.")
    var resume = false

    @Flag(name: [.customShort("n"), .long], help: "Change nothing, say what would go.")
    var dryRun = false

    @OptionGroup var calls: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        let said = [!choice.isEmpty, all, deleted, resume].filter { $0 }.count
        if said == 0 { throw ValidationError("Say what goes: --contact, --until, ..., --deleted, or --all.") }
        if said > 1 { throw ValidationError("--all, --deleted and --resume stand alone.") }
        if dryRun && resume { throw ValidationError("--resume cannot be tried.") }
    }

    func run() async throws {
        let book = try CallBook.writing(calls, display)
        let console = book.console
        try await purge(book, console)
        if !dryRun {
            let retraining = CallRetraining(storage: book.storage, folders: console.folders, now: book.now)
            Unlearning.tell(
                try await retraining.forgetErased(), again: "ilk retrain --from calls", console)
        }
        try book.close()
    }

    private func purge(_ book: CallBook, _ console: Console) async throws {
        if resume {
            console.note(
                try await book.storage.finishPurge { _ in try console.checkStop() }.phrase(isDone: true))
        } else {
            let purge: CallPurge =
                deleted ? .deleted : CallPurge(filter: all ? CallFilter() : try await choice.filter(book))
            if dryRun {
                console.output.append(try await book.storage.preview(of: purge).phrase(isDone: false) + "\n")
            } else {
                console.note(
                    try await book.storage.purge(purge) { _ in try console.checkStop() }.phrase(isDone: true))
            }
        }
    }
}

extension CallPurge.Report {
    /// In words.
    fileprivate func phrase(isDone: Bool) -> String {
        let people = contacts > 0 ? ", \(contacts) \(contacts == 1 ? "contact" : "contacts")" : ""
        let aside = quarantined > 0 ? ", and \(quarantined) in quarantine" : ""
        return (isDone ? "gone: " : "would go: ")
            + "\(CallCount.text(calls)) with \(DecimalText.size(bytes)) of notes"
            + people + aside
    }
}
