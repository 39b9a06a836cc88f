import IlkVerdictConsole
import IlkFiles
import ArgumentParser
import Foundation
import Ilk
import IlkConsole
import IlkDebugStore
import IlkStore
import IlkVocabulary

/// The debug application, as a parameter of the commands that all applications share.
enum DebugApplication: StoreApplication {
    typealias Records = DebugLogStore
    typealias FileOptions = DebugFileOptions

    static let name = "debug"
    static let words = StoreNouns(
        record: "event", records: "events", aRecord: "an event", all: "the debug events", texts: "")
    static let contents = "The copy contains events, suggested levels and retention rules."
    static let setupExamples = DebugExamples.beginning
    static let exampleFile = " --debug-file debug.sqlite"
    static let idsCommand = "search"

    static func file(_ folders: IlkFolders) -> String { folders.debug }

    static func missingStoreError(_ path: String, _ option: String) -> CommandError? {
        CommandError(
            .noInput, "there is no store of debug events", at: path,
            hint: "send events to 'ilk serve', or import a file with: ilk debug import FILE" + option)
    }
}

/// The options for the source and level of a purge or a retention rule.
struct DebugKindOptions: ParsableArguments {
    @Option(help: "Only events from this source.")
    var source: LogSource?

    @Option(help: "Only events of this level or below.")
    var levelAtMost: LogLevel?

    var isEmpty: Bool { source == nil && levelAtMost == nil }
}

/// The option that selects the events with one correlation id.
struct DebugCorrelationOptions: ParsableArguments {
    @Option("Only events with this correlation id.", value: "id")
    var correlation: String?

    /// The correlation id, or `nil` if the option is not given.
    var id: RecordID? { correlation.flatMap { RecordID($0) } }

    func validate() throws {
        if let correlation, id == nil {
            throw ValidationError.invalid("--correlation", correlation, expected: "a UUID")
        }
    }
}

extension DebugApplication: PurgeApplication {
    struct PurgeChoice: PurgeChoiceOptions {
        @Option("Only events before this time: 90d (ago), 2026-11-21.", value: "time")
        var olderThan: LogTimeArgument?

        @OptionGroup var kind: DebugKindOptions

        @Option("Only events with this name; API_* matches a beginning.", value: "name")
        var event: String?

        @OptionGroup var correlation: DebugCorrelationOptions

        @Option("Only events that contain all of these words.", value: "words")
        var match: String?

        @Option(count: "Keep this many of the newest events in any case.", from: 0)
        var keep: Int?

        @Flag(help: "Events that have expired under the retention rules.")
        var due = false

        var isEmpty: Bool {
            kind.isEmpty && olderThan == nil && event == nil && correlation.id == nil && match == nil
                && keep == nil
        }
        var isDue: Bool { due }
        static let missingChoice =
            "Specify the events to erase: --older-than, --source, --match, ..., --due or --all."
        static let exclusiveOptionsMessage =
            "--all, --due and --resume cannot be combined with each other or with filters."

        func open(
            _ settings: StoreSettings, _ console: Console
        ) async throws -> OpenStore<DebugApplication> {
            match == nil
                ? try .openForReading(settings, console) : try await .openForSearching(settings, console)
        }

        func selection(in open: OpenStore<DebugApplication>) throws -> DebugPurge {
            DebugPurge(
                filter: DebugFilter(
                    source: kind.source, levelAtMost: kind.levelAtMost, event: event,
                    until: olderThan?.date(now: open.now),
                    correlationId: correlation.id),
                match: try match.map { try FullTextQuery($0) }, keptEntries: keep)
        }
    }

    static let purgeText = text(
        "purge",
        abstract: "Erase debug events from the store.",
        discussion: """
            Erases the events that match all options. --keep protects the most recently received events, \
            even if they match. Shows the number of events and asks for confirmation; without a terminal, \
            --yes is required.

            No byte of the events is left in the database, its write-ahead log and its search index. Models \
            that were trained on one of the events are deleted. Backups, exports and free blocks of the file \
            system are not erased.

            An interrupted purge is continued, without confirmation, by the next purge or by --resume. --due \
            erases the events that have expired under the rules of 'ilk debug retention'. If another program \
            is still reading an older state of the file, the purge cannot finish and exits with 75; finish \
            it later with --resume.
            """,
        examples: [
            "Count events older than a week": "purge --older-than 7d --dry-run",
            "Erase events with a phrase": "purge --match 'timed out' --yes",
            "Erase old debug and info events": "purge --level-at-most info --older-than 1h --yes",
        ])

    static func erase(_ request: PurgeRequest<DebugPurge>, in open: OpenStore<Self>) async throws {
        open.tell(purged: try await open.erase(request))
        try await Unlearning.forgetErased(in: open, as: .debug)
    }
}

extension DebugApplication: RetentionApplication {
    struct RuleOptions: OptionalSelection {
        @Option(
            "Expire events older than this: 90d, 2w, 1y.", value: "time", form: LogTimeArgument.ageForm)
        var olderThan: LogTimeArgument?

        @OptionGroup var kind: DebugKindOptions

        @Option(count: "Keep this many of the newest events in any case.", from: 0)
        var keep: Int?

        var isEmpty: Bool { kind.isEmpty && olderThan == nil && keep == nil }

        func validate() throws { try olderThan?.checkAge() }

        func selection(in open: OpenStore<DebugApplication>) -> DebugRetention {
            DebugRetention(
                age: olderThan?.age, levelAtMost: kind.levelAtMost, source: kind.source, keptEntries: keep)
        }
    }

    static let retentionText = text(
        "retention",
        abstract: "Set and list retention rules for debug events.",
        discussion: """
            A rule expires the events that match all options of the rule. Without options, the rules are \
            listed. 'ilk debug purge --due' erases the expired events. 'ilk serve' erases them too, at its \
            start and then every hour.
            """,
        examples: [
            "Keep events for 30 days": "retention --older-than 30d",
            "Keep debug events for a day": "retention --older-than 1d --level-at-most debug",
            "List the rules": "retention",
            "Remove a rule": "retention --remove 2",
            "Erase expired events": "purge --due --yes",
        ])

    static func phrase(_ rule: DebugRetention) -> String {
        var parts = ["events"]
        if let level = rule.levelAtMost { parts.append("of level \(level.rawValue) or below") }
        if let source = rule.source { parts.append("from \(source.rawValue)") }
        if let age = rule.age { parts.append("older than \(DurationText.text(age))") }
        let kept = rule.keptEntries.map { ", except the last \(DecimalText.grouped($0))" } ?? ""
        return parts.joined(separator: " ") + kept
    }

    static func output(_ rule: DebugRetention, number: Int, due: PurgeReport) -> DebugRetention { rule }
}
