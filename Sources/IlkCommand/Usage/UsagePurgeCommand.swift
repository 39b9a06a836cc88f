import ArgumentParser
import Ilk
import IlkDomains

/// Takes usage out of the file for good.
struct UsagePurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Take events out so that no byte of them is left in the file.",
        discussion: """
            Where the usage is synced, the next sync erases the events at the hub and on the other devices too. With --all \
            devices, caregivers and settings go as well, here only: this device leaves its account. Backups and exports are \
            not reached.
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap secret"),
        CommandExample("See what would go", "ilk usage purge --symbol secret --dry-run"),
        CommandExample("Erase", "ilk usage purge --symbol secret"),
    ]

    @OptionGroup var choice: UsageFilterOptions

    @Flag(help: "Everything.")
    var all = false

    @Flag(help: "End a purge that was interrupted.")
    var resume = false

    @Flag(name: [.customShort("n"), .long], help: "Change nothing, say what would go.")
    var dryRun = false

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        let said = [!choice.isEmpty, all, resume].filter { $0 }.count
        if said == 0 { throw ValidationError("Say what goes: --until, --symbol, --session, ..., or --all.") }
        if said > 1 { throw ValidationError("--all and --resume stand alone.") }
        if dryRun && resume { throw ValidationError("--resume cannot be tried.") }
    }

    func run() async throws {
        let book = try UsageBook.writing(usage, display)
        let console = book.console
        if resume {
            console.note(
                "gone: " + (try await book.store.finishPurge { _ in try console.checkStop() }.phrase))
        } else {
            let purge = UsagePurge(filter: all ? UsageFilter() : try await choice.filter(book))
            if dryRun {
                console.output.append("would go: " + (try await book.store.preview(of: purge).phrase) + "\n")
            } else {
                let path = usage.usageFile ?? console.folders.usage
                if all { try StoreReplica(path: path, what: "usage").remove() }
                console.note(
                    "gone: " + (try await book.store.purge(purge) { _ in try console.checkStop() }.phrase))
                if try await book.store.listOfChanges() != nil {
                    console.note("the next sync erases it at the hub and on the other devices too")
                }
            }
        }
        try book.close()
    }
}

extension UsagePurge.Report {
    /// In words.
    fileprivate var phrase: String {
        DecimalText.counted(events, "event") + (aside > 0 ? ", and \(aside) kept aside" : "")
    }
}
