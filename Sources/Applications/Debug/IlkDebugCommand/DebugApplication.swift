import IlkVerdictConsole
import IlkFiles
import ArgumentParser
import Foundation
import Ilk
import IlkConsole
import IlkDebugStore
import IlkStore
import IlkVocabulary

/// The debug application, for the commands that all applications have in common.
enum DebugApplication: StoreApplication {
    typealias Records = DebugLogStore
    typealias FileOptions = DebugFileOptions

    static let name = "debug"
    static let words = StoreNouns(
        record: "event", records: "events", aRecord: "an event", all: "the debug events", texts: "")
    static let contents = "The copy holds events, suggested levels and the rules of what is not kept."
    static let setupExamples = DebugExamples.beginning
    static let exampleFile = " --debug-file debug.sqlite"

    static func file(_ folders: IlkFolders) -> String { folders.debug }

    static func missingStoreError(_ path: String, _ option: String) -> CommandError? {
        CommandError(
            .noInput, "there are no debug events", at: path,
            hint: "let programs hand them to ilk serve, or take a file in with: ilk debug import" + option)
    }
}

/// The options for source and level of a purge or of a retention rule.
struct DebugKindOptions: ParsableArguments {
    @Option(help: "Events from there.")
    var source: LogSource?

    @Option(help: "Events at most so grave.")
    var levelAtMost: LogLevel?

    var isEmpty: Bool { source == nil && levelAtMost == nil }
}

extension DebugApplication: PurgeApplication {
    struct PurgeChoice: PurgeChoiceOptions {
        @Option("Events before this time: 90d, 2026-11-21.", value: "time")
        var olderThan: LogTimeArgument?

        @OptionGroup var kind: DebugKindOptions

        @Option("Events of this name, or that begin so: API_*.", value: "name")
        var event: String?

        @Option("Events of this correlation.", value: "id")
        var correlation: String?

        @Option("Events that have these words.", value: "words")
        var match: String?

        @Option("Keep so many of the last that came.", value: "count")
        var keep: Int?

        @Flag(help: "What the standing rules do not keep: see ilk debug retention.")
        var due = false

        var isEmpty: Bool {
            kind.isEmpty && olderThan == nil && event == nil && correlation == nil && match == nil
                && keep == nil
        }
        var isDue: Bool { due }
        static let missingChoice = "Say what goes: --older-than, --source, --match, ..., --due, or --all."
        static let exclusiveOptionsMessage = "--all, --due and --resume stand alone."

        func validate() throws {
            if let keep, keep < 0 { throw ValidationError("--keep takes a number from 0.") }
            if let correlation, RecordID(correlation) == nil {
                throw ValidationError("--correlation takes a UUID.")
            }
        }
    }

    static let purgeText = text(
        "purge",
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
            """,
        examples: [
            "How many are older than a week?": "purge --older-than 7d --dry-run",
            "Events with a phrase": "purge --match 'timed out' --yes",
            "What is not grave, and old": "purge --level-at-most info --older-than 1h --yes",
        ])

    static func purge(_ choice: PurgeChoice, of open: OpenStore<Self>) async throws -> DebugPurge {
        DebugPurge(
            filter: DebugFilter(
                source: choice.kind.source, levelAtMost: choice.kind.levelAtMost, event: choice.event,
                until: choice.olderThan?.date(now: open.now),
                correlationId: choice.correlation.flatMap { RecordID($0) }),
            match: try choice.match.map { try FullTextQuery($0) }, keptEntries: choice.keep)
    }

    static func previewing(
        _ choice: PurgeChoice, _ place: DebugFileOptions, _ console: Console
    ) async throws -> OpenStore<Self> {
        choice.match == nil
            ? try .openForReading(place, console) : try await .openForSearching(place, console)
    }

    static func erase(_ request: PurgeRequest<DebugPurge>, in open: OpenStore<Self>) async throws {
        open.tell(purged: try await open.erase(request))
        let retraining = StoreRetraining(
            from: open.store, as: .debug, folders: open.console.folders, now: open.now)
        Unlearning.report(
            try await retraining.forgetErased(), again: "ilk retrain --from debug", open.console)
    }
}

extension DebugApplication: RetentionApplication {
    struct RuleOptions: RetentionRuleOptions {
        @Option("Events of so long ago: 90d, 2w, 1y.", value: "time")
        var olderThan: LogTimeArgument?

        @OptionGroup var kind: DebugKindOptions

        @Option("All but so many of the last that came.", value: "count")
        var keep: Int?

        var isEmpty: Bool { kind.isEmpty && olderThan == nil && keep == nil }

        func validate() throws {
            try olderThan?.checkAge()
            if let keep, keep < 0 { throw ValidationError("--keep takes a number from 0.") }
        }
    }

    static let retentionText = text(
        "retention",
        abstract: "Say what is not kept of debug events; ilk debug purge --due takes it.",
        discussion: """
            Each rule is of what everything that is said in it holds for. Without anything the rules are shown. A running \
            ilk serve takes what is not kept when it starts and every hour.
            """,
        examples: [
            "A month of everything": "retention --older-than 30d",
            "A day of what is not grave": "retention --older-than 1d --level-at-most debug",
            "What is not kept": "retention",
            "Keep it again": "retention --remove 2",
            "Take what is due": "purge --due --yes",
        ])

    static func rule(_ options: RuleOptions, of store: DebugLogStore) -> DebugRetention {
        DebugRetention(
            age: options.olderThan?.age, levelAtMost: options.kind.levelAtMost, source: options.kind.source,
            keptEntries: options.keep)
    }

    static func phrase(_ rule: DebugRetention) -> String {
        var parts = ["events"]
        if let level = rule.levelAtMost { parts.append("of level \(level.rawValue) at most") }
        if let source = rule.source { parts.append("from \(source.rawValue)") }
        if let age = rule.age { parts.append("older than \(DurationText.text(age))") }
        let kept = rule.keptEntries.map { ", but the last \(DecimalText.grouped($0))" } ?? ""
        return parts.joined(separator: " ") + kept
    }

    static func output(_ rule: DebugRetention, number: Int, due: PurgeReport) -> DebugRetention { rule }
}
