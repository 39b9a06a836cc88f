import ArgumentParser
import FoundationEssentials
import Ilk
import IlkDomains
import IlkStore
import IlkVocabulary

/// Takes entries out of the log for good.
struct LogPurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Erase entries of the log from its files.",
        discussion: """
            Erases the entries that match all options. With --keep the newest entries stay whose texts have together so \
            many bytes. Shows the number of entries and asks first; without a terminal it needs --yes. With --match the \
            search index is brought up to date before, as by ilk log search.

            No byte of the texts is left in the database, its write-ahead log and its search index. Models that may have \
            learned from the texts are deleted too: the active one is replaced first by one that has not, or where that \
            cannot be made by the one before it. Backups, exports and the free blocks of the file system are not reached. \
            The space in the file is used again; the file does not shrink.

            Other programs can write to the log meanwhile. An interrupted purge was confirmed: the next purge, or --resume, \
            continues it without asking. --due erases what ilk log retention does not keep. Ends with 75 if another program \
            reads an old state of the log: then run it with --resume.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample(
            "How many are older than 90 days?",
            "ilk log purge --older-than 90d --dry-run --log-file mine.sqlite"),
        CommandExample("Keep a gigabyte of text", "ilk log purge --keep 1GiB --yes --log-file mine.sqlite"),
        CommandExample(
            "Entries past their retention time", "ilk log purge --due --yes --log-file mine.sqlite"),
        CommandExample("Texts with a word", "ilk log purge --match 'see you' --yes --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(help: ArgumentHelp("Entries before this time: 90d, 2026-11-21.", valueName: "time"))
    var olderThan: LogMoment?

    @Option(help: ArgumentHelp("Entries that were classified so.", valueName: "name"))
    var category: String?

    @Option(help: ArgumentHelp("Entries that ilk log search finds by these words.", valueName: "words"))
    var match: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("This entry: -1 is the newest. May be repeated.", valueName: "entry"))
    var entry: [String] = []

    @Option(help: ArgumentHelp("Keep the newest with so many bytes of text.", valueName: "bytes"))
    var keep: ByteCount?

    @Flag(help: "All entries.")
    var all = false

    @Flag(help: "What the log's standing rules do not keep: see ilk log retention.")
    var due = false

    @Flag(help: "End a purge that was interrupted.")
    var resume = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var display: DisplayOptions

    private var says: Bool {
        olderThan != nil || category != nil || match != nil || !entry.isEmpty || keep != nil
    }

    func validate() throws {
        let wholes = [all, due, resume].filter { $0 }.count
        if !says && wholes == 0 {
            throw ValidationError(
                "Say what goes: --older-than, --category, --match, --entry, --keep, --due, or --all.")
        }
        if wholes > 1 || says && wholes > 0 {
            throw ValidationError("--all, --due and --resume stand alone.")
        }
        if erasure.dryRun && resume { throw ValidationError("--dry-run does not go with --resume.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let match = try match.map { try WordQuery($0) }
        let now = Date()
        var purge: LogPurge?
        if !resume {
            let plan = try await plan(match, now, console)
            if plan.report.isEmpty {
                console.note("No matching entries.")
                guard plan.isUnfinished, !erasure.dryRun else { return }
            } else {
                guard try erasure.allows("delete", plan.report.phrase, console) else { return }
                purge = plan.purge
            }
        }
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readWrite)
        try await erase(store, console) { before in
            let progress: (LogPurge.Report) throws -> Void = { _ in try console.checkStop() }
            guard let purge else { return try await store.finishPurge(progress: progress, before: before) }
            if due { return try await store.applyRetention(now: now, progress: progress, before: before) }
            return try await store.purge(purge, progress: progress, before: before)
        }
        try store.close()
    }

    /// A purge, the number of entries that it erases, and whether an earlier one was interrupted.
    private struct Plan {
        var purge: LogPurge
        var report = LogPurge.Report()
        var isUnfinished = false
    }

    /// Counts the entries without changing any. Only the search index is written, if words are searched for.
    private func plan(_ match: WordQuery?, _ now: Date, _ console: Console) async throws -> Plan {
        var store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        let rules = due ? try await store.retention() : []
        if match != nil || rules.contains(where: { $0.match != nil }) {
            try store.close()
            store = try await LogBook.openCaughtUp(logging.logFile, console)
        }
        var plan = Plan(purge: try await purge(store, match, now))
        let purges = due ? rules.map { $0.purge(now: now) } : [plan.purge]
        for purge in purges { plan.report += try await store.preview(of: purge) }
        plan.isUnfinished = try await store.isPurgeUnfinished()
        try store.close()
        return plan
    }

    /// What the arguments name.
    private func purge(
        _ store: ClassificationLogStore, _ match: WordQuery?, _ now: Date
    ) async throws -> LogPurge {
        var ids: [RecordID]?
        for reference in entry { ids = (ids ?? []) + [try await store.id(of: LogReference(reference))] }
        return LogPurge(
            filter: LogFilter(
                category: try category.map { try LogBook.category($0, of: store) },
                until: olderThan?.date(now: now)),
            match: match, ids: ids, keptBytes: keep?.bytes)
    }

    /// Erases, and has models that learned of what goes forget it first.
    private func erase(
        _ store: ClassificationLogStore, _ console: Console,
        _ body: (_ before: () async throws -> Void) async throws -> LogPurge.Report
    ) async throws {
        guard let taxonomy = LogBook.taxonomy(of: store) else {
            return console.note("Purged \(try await body {}.phrase).")
        }
        let retraining = Retraining(store: store, taxonomy: taxonomy, folders: console.folders, now: Date())
        let (report, unlearned) = try await retraining.unlearning(body)
        console.note("Purged \(report.phrase).")
        Unlearning.tell(unlearned, again: "ilk retrain\(VersionChange.option(taxonomy.name))", console)
    }
}

extension LogPurge.Report {
    /// The counts in words: `2 entries (266 bytes of text)`.
    var phrase: String {
        let aside = quarantined > 0 ? " and \(DecimalText.counted(quarantined, "quarantined record"))" : ""
        let noun = entries == 1 ? "entry" : "entries"
        return "\(DecimalText.grouped(entries)) \(noun) (\(DecimalText.bytes(bytes)) of text)\(aside)"
    }
}
