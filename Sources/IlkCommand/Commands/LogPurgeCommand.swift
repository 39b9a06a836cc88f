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
        abstract: "Take entries out of the log, so that no byte of their texts is left in its files.",
        discussion: """
            Those for which everything that is said holds. With --keep the newest stay whose texts have together so many \
            bytes. The log can be written to meanwhile. If it is interrupted, the next purge goes on where it was; \
            --resume does nothing else. --due takes what ilk log retention does not keep. Backups and exports are not \
            reached. Models that may have learned from the texts go too: the one in use is replaced first by one that has not, \
            or where that cannot be made by the one before it. The space is used again; the file \
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
        CommandExample("What is past its time", "ilk log purge --due --log-file mine.sqlite"),
        CommandExample("What has a word", "ilk log purge --match 'see you' --log-file mine.sqlite"),
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

    @Flag(help: "Change nothing, say what would go.")
    var dryRun = false

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
        if dryRun && resume { throw ValidationError("--resume cannot be tried: it ends what was begun.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let match = try match.map { try WordQuery($0) }
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readWrite)
        let now = Date()
        if dryRun {
            let report = try await preview(store, match, now, console)
            console.output.append(report.phrase(isDone: false) + "\n")
            try console.output.flush()
        } else {
            try await erase(store, console) { before in
                let progress: (LogPurge.Report) throws -> Void = { _ in try console.checkStop() }
                if resume { return try await store.finishPurge(progress: progress, before: before) }
                if due {
                    return try await store.applyRetention(now: now, progress: progress, before: before)
                }
                let purge = try await purge(store, match, now)
                return try await store.purge(purge, progress: progress, before: before)
            }
        }
        try store.close()
    }

    /// What would go.
    private func preview(
        _ store: ClassificationLogStore, _ match: WordQuery?, _ now: Date, _ console: Console
    ) async throws -> LogPurge.Report {
        try await store.catchUp { _ in try console.checkStop() }
        guard due else { return try await store.preview(of: purge(store, match, now)) }
        var report = LogPurge.Report()
        for rule in try await store.retention() {
            report += try await store.preview(of: rule.purge(now: now))
        }
        return report
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
            return console.note(try await body {}.phrase(isDone: true))
        }
        let retraining = Retraining(store: store, taxonomy: taxonomy, folders: console.folders, now: Date())
        let (report, unlearned) = try await retraining.unlearning(body)
        console.note(report.phrase(isDone: true))
        Unlearning.tell(unlearned, again: "ilk retrain\(VersionChange.option(taxonomy.name))", console)
    }
}

extension LogPurge.Report {
    /// In words.
    func phrase(isDone: Bool) -> String {
        let aside = quarantined > 0 ? ", and \(quarantined) in quarantine" : ""
        return (isDone ? "gone: " : "would go: ") + "\(DecimalText.grouped(entries)) "
            + "\(entries == 1 ? "entry" : "entries") with \(DecimalText.size(bytes)) of text\(aside)"
    }
}
