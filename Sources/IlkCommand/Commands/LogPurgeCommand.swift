import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore
import IlkVocabulary

/// Takes entries out of the log for good.
struct LogPurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Take entries out of the log, so that no byte of their texts is left in its files.",
        discussion: """
            Those for which everything that is said holds. With --keep the newest stay whose texts have together so many \
            bytes. The log can be written to meanwhile. If it is interrupted, the next purge goes on where it was; \
            --resume does nothing else. Backups, exports and models are not reached. The space is used again; the file \
            does not shrink. Ends with 75 when another program held on to what was: then say --resume.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample(
            "How many are older than 90 days?",
            "ilk log purge --older-than 90d --dry-run --log-file mine.sqlite"),
        CommandExample("Keep a gigabyte of text", "ilk log purge --keep 1GiB --log-file mine.sqlite"),
        CommandExample("What has a word", "ilk log purge --match 'see you' --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(help: ArgumentHelp("Entries before this time: 90d, 2026-11-21.", valueName: "time"))
    var olderThan: LogMoment?

    @Option(help: ArgumentHelp("Entries that were classified so.", valueName: "name"))
    var category: String?

    @Option(help: ArgumentHelp("Entries that ilk log search finds by these words.", valueName: "words"))
    var match: String?

    @Option(help: ArgumentHelp("This entry. May be repeated.", valueName: "entry"))
    var entry: [String] = []

    @Option(help: ArgumentHelp("Keep the newest with so many bytes of text.", valueName: "bytes"))
    var keep: ByteCount?

    @Flag(help: "All entries.")
    var all = false

    @Flag(help: "End a purge that was interrupted.")
    var resume = false

    @Flag(help: "Change nothing, say what would go.")
    var dryRun = false

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        let says = olderThan != nil || category != nil || match != nil || !entry.isEmpty || keep != nil
        if !says && !all && !resume {
            throw ValidationError(
                "Say what goes: --older-than, --category, --match, --entry, --keep, or --all.")
        }
        if says && (all || resume) || all && resume {
            throw ValidationError("--all and --resume stand alone.")
        }
        if dryRun && resume { throw ValidationError("--resume cannot be tried: it ends what was begun.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let match = try match.map { try LogQuery($0) }
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readWrite)
        if resume {
            let report = try await store.finishPurge { _ in try console.checkStop() }
            return console.note(report.phrase(isDone: true))
        }
        var ids: [RecordID]?
        for reference in entry { ids = (ids ?? []) + [try await store.entry(LogReference(reference)).id] }
        let purge = LogPurge(
            filter: LogFilter(
                category: try category.map { try LogBook.category($0, of: store) },
                until: olderThan?.date(now: Date())),
            match: match, ids: ids, keptBytes: keep?.bytes)
        if dryRun {
            try await store.catchUp { _ in try console.checkStop() }
            console.output.append(try await store.preview(of: purge).phrase(isDone: false) + "\n")
            try console.output.flush()
        } else {
            let report = try await store.purge(purge) { _ in try console.checkStop() }
            console.note(report.phrase(isDone: true))
        }
        try store.close()
    }
}

extension LogPurge.Report {
    /// In words.
    fileprivate func phrase(isDone: Bool) -> String {
        let aside = quarantined > 0 ? ", and \(quarantined) in quarantine" : ""
        return (isDone ? "gone: " : "would go: ") + "\(DecimalText.grouped(entries)) "
            + "\(entries == 1 ? "entry" : "entries") with \(DecimalText.size(bytes)) of text\(aside)"
    }
}
