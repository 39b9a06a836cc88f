import ArgumentParser
import Foundation
import Ilk
import IlkDomains
import IlkStore
import IlkVocabulary

/// Takes debug events out of the store for good.
struct DebugPurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Erase debug events from the file.",
        discussion: """
            Erases the events that match all options. With --keep so many of the last that came stay, whatever they are. \
            Shows the number of events and asks first; without a terminal it needs --yes. With --match the search index is \
            brought up to date before, as by ilk debug search.

            No byte of the events is left in the database, its write-ahead log and its search index. Models that learned from \
            one of them are deleted. Backups, exports and the free blocks of the file system are not reached.

            An interrupted purge was confirmed: the next purge, or --resume, continues it without asking. --due erases what ilk \
            debug retention does not keep. Ends with 75 if another program reads an old state of the file: then run it with \
            --resume.
            """
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample(
                "How many are older than a week?",
                "ilk debug purge --older-than 7d --dry-run --debug-file debug.sqlite"),
            CommandExample(
                "Events with a phrase", "ilk debug purge --match 'timed out' --yes --debug-file debug.sqlite"),
            CommandExample(
                "What is not grave, and old",
                "ilk debug purge --level-at-most info --older-than 1h --yes --debug-file debug.sqlite"),
        ]

    @OptionGroup var debug: DebugFileOptions

    @Option(help: ArgumentHelp("Events before this time: 90d, 2026-11-21.", valueName: "time"))
    var olderThan: LogMoment?

    @Option(help: "Events from there.")
    var source: LogSource?

    @Option(help: "Events at most so grave.")
    var levelAtMost: LogLevel?

    @Option(help: ArgumentHelp("Events of this name, or that begin so: API_*.", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("Events of this correlation.", valueName: "id"))
    var correlation: String?

    @Option(help: ArgumentHelp("Events that have these words.", valueName: "words"))
    var match: String?

    @Option(help: ArgumentHelp("Keep so many of the last that came.", valueName: "count"))
    var keep: Int?

    @Flag(help: "All events.")
    var all = false

    @Flag(help: "What the standing rules do not keep: see ilk debug retention.")
    var due = false

    @Flag(help: "End a purge that was interrupted.")
    var resume = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var display: DisplayOptions

    private var says: Bool {
        olderThan != nil || source != nil || levelAtMost != nil || event != nil || correlation != nil
            || match != nil
            || keep != nil
    }

    func validate() throws {
        let wholes = [all, due, resume].filter { $0 }.count
        if !says && wholes == 0 {
            throw ValidationError("Say what goes: --older-than, --source, --match, ..., --due, or --all.")
        }
        if wholes > 1 || says && wholes > 0 {
            throw ValidationError("--all, --due and --resume stand alone.")
        }
        if erasure.dryRun && resume { throw ValidationError("--dry-run does not go with --resume.") }
        if let keep, keep < 0 { throw ValidationError("--keep takes a number from 0.") }
        if let correlation, RecordID(correlation) == nil {
            throw ValidationError("--correlation takes a UUID.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let purge = DebugPurge(
            filter: DebugFilter(
                source: source, levelAtMost: levelAtMost, event: event, until: olderThan?.date(now: Date()),
                correlationId: correlation.flatMap { RecordID($0) }),
            match: try match.map { try WordQuery($0) }, keptEntries: keep)
        let now = Date()
        var finishesOnly = resume
        if !resume {
            let (report, isUnfinished) = try await preview(purge, now, console)
            if report == DebugPurge.Report() {
                console.note("No matching events.")
                guard isUnfinished, !erasure.dryRun else { return }
                finishesOnly = true
            } else {
                guard try erasure.allows("delete", report.phrase, console) else { return }
            }
        }
        let store = try DebugBook.open(debug, console, access: .readWrite)
        let stopping: (DebugPurge.Report) throws -> Void = { _ in try console.checkStop() }
        let report: DebugPurge.Report
        if finishesOnly {
            report = try await store.finishPurge(progress: stopping)
        } else if due {
            report = try await store.applyRetention(now: now, progress: stopping)
        } else {
            report = try await store.purge(purge, progress: stopping)
        }
        console.note("Purged \(report.phrase).")
        let retraining = DebugRetraining(store: store, folders: console.folders, now: Date())
        Unlearning.tell(try await retraining.forgetErased(), again: "ilk retrain --from debug", console)
        try store.close()
    }

    /// Counts the events without changing any, and says whether an earlier purge was interrupted.
    ///
    /// Only the index is written, if words are searched for.
    private func preview(
        _ purge: DebugPurge, _ now: Date, _ console: Console
    ) async throws -> (report: DebugPurge.Report, isUnfinished: Bool) {
        let store =
            purge.match != nil
            ? try await DebugBook.openCaughtUp(debug, console)
            : try DebugBook.open(debug, console, access: .readOnly)
        var report = DebugPurge.Report()
        let purges = due ? try await store.retention().map { $0.purge(now: now) } : [purge]
        for purge in purges { report += try await store.preview(of: purge) }
        let isUnfinished = try await store.isPurgeUnfinished()
        try store.close()
        return (report, isUnfinished)
    }
}

extension DebugPurge.Report {
    /// The counts in words: `2 events (266 bytes)`.
    var phrase: String {
        let aside = quarantined > 0 ? " and \(DecimalText.counted(quarantined, "quarantined record"))" : ""
        return "\(DecimalText.counted(entries, "event")) (\(DecimalText.bytes(bytes)))\(aside)"
    }
}
