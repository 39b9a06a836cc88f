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
        abstract: "Take debug events out, so that no byte of them is left in the file.",
        discussion: """
            Those for which everything that is said holds. With --keep so many of the last that came stay, whatever they \
            are. If it is interrupted, the next purge goes on where it was; --resume does nothing else. --due takes what \
            ilk debug retention does not keep. Models that learned from one of the events go. Backups and exports are not \
            reached. Ends with 75 when another program held on to what was: then say --resume.
            """
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample(
                "How many are older than a week?",
                "ilk debug purge --older-than 7d --dry-run --debug-file debug.sqlite"),
            CommandExample(
                "What has a word", "ilk debug purge --match 'timed out' --debug-file debug.sqlite"),
            CommandExample(
                "What is not grave, and old",
                "ilk debug purge --level-at-most info --older-than 1h --debug-file debug.sqlite"),
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

    @Flag(name: [.customShort("n"), .long], help: "Change nothing, say what would go.")
    var dryRun = false

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
        if dryRun && (resume || due) { throw ValidationError("--resume and --due cannot be tried.") }
        if let keep, keep < 0 { throw ValidationError("--keep takes a number from 0.") }
        if let correlation, RecordID(correlation) == nil {
            throw ValidationError("--correlation takes a UUID.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let match = try match.map { try WordQuery($0) }
        let store = try DebugBook.open(debug, console, access: .readWrite)
        let purge = DebugPurge(
            filter: DebugFilter(
                source: source, levelAtMost: levelAtMost, event: event, until: olderThan?.date(now: Date()),
                correlationId: correlation.flatMap { RecordID($0) }), match: match, keptEntries: keep)
        let stopping: (DebugPurge.Report) throws -> Void = { _ in try console.checkStop() }
        if dryRun {
            try await store.catchUp { _ in try console.checkStop() }
            console.output.append(try await store.preview(of: purge).phrase(isDone: false) + "\n")
        } else if resume {
            console.note(try await store.finishPurge(progress: stopping).phrase(isDone: true))
        } else if due {
            console.note(try await store.applyRetention(now: Date(), progress: stopping).phrase(isDone: true))
        } else {
            console.note(try await store.purge(purge, progress: stopping).phrase(isDone: true))
        }
        try console.output.flush()
        if !dryRun {
            let retraining = DebugRetraining(store: store, folders: console.folders, now: Date())
            Unlearning.tell(
                try await retraining.forgetErased(), again: "ilk retrain --from debug", console)
        }
        try store.close()
    }
}

extension DebugPurge.Report {
    /// In words.
    fileprivate func phrase(isDone: Bool) -> String {
        let aside = quarantined > 0 ? ", and \(quarantined) in quarantine" : ""
        return (isDone ? "gone: " : "would go: ")
            + "\(DecimalText.grouped(entries)) \(entries == 1 ? "event" : "events"), \(DecimalText.size(bytes))\(aside)"
    }
}
