import IlkVerdictConsole
import IlkFiles
import ArgumentParser
import Ilk
import IlkConsole
import IlkLog
import IlkStore
import IlkVocabulary

/// The classification log as an application of the store commands.
enum LogApplication: StoreApplication {
    typealias Records = ClassificationLogStore
    typealias FileOptions = LogStoreOptions

    static let name = "log"
    static let words = StoreNouns(
        record: "entry", records: "entries", aRecord: "an entry", all: "the log", texts: "of text")
    static let contents = "The copy contains all texts: protect it as you protect the log."
    static let setupExamples = [
        CommandExample(
            "Log a text", "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite")
    ]
    static let exampleFile = " --log-file mine.sqlite"

    static func file(_ folders: IlkFolders) -> String { LogFiles.usual(folders) }

    static func missingStoreError(_ path: String, _ option: String) -> CommandError? {
        LogStoreAccess.missing(path, option, .ofProcess)
    }

    static func create(_ file: String?, _ console: Console) throws -> ClassificationLogStore {
        let path = path(file, console)
        try IlkFolders.makeFolder(of: path)
        return try LogStoreAccess.openOrMake(path, console.folders)
    }

    static func open(
        _ file: String?, _ console: Console, access: Store.Access
    ) throws -> ClassificationLogStore {
        try LogStoreAccess.open(file, folders: console.folders, access: access)
    }

    static func dueSettings(_ settings: StoreSettings, _ console: Console) -> [StoreSettings] {
        let logs = settings.file == nil ? LogFiles.existing(console.folders) : []
        guard logs.count > 1 else { return [settings] }
        return logs.map { StoreSettings(file: $0.path, zone: settings.zone, title: "log of \($0.taxonomy)") }
    }

    static func noteOthers(_ settings: StoreSettings, _ console: Console) {
        guard settings.file == nil else { return }
        let used = file(console.folders)
        let others = LogFiles.existing(console.folders).filter { $0.path != used }.map(\.taxonomy)
        guard let first = others.first else { return }
        console.note(
            (others.count == 1
                ? "the log of \(first) is separate: select it with"
                : "the logs of \(others.joined(separator: ", ")) are separate: select one with")
                + VersionChange.option(first))
    }

    static func willReplace(_ path: String) throws { try ReplicaRemoval.remove(ofStore: path, "log") }
}

/// The options that select entries by label or text, for a purge or a retention rule.
struct LogKindOptions: ParsableArguments {
    @Option("Only entries with this predicted label, even if corrected.", value: "name")
    var category: String?

    @Option("Only entries that 'ilk log search' finds with this query.", value: "words")
    var match: String?

    var isEmpty: Bool { category == nil && match == nil }

    func category(in open: OpenStore<LogApplication>) throws -> Category? {
        try category.map { try LogFiles.label($0, of: open.store, open.console.folders) }
    }

    func query() throws -> FullTextQuery? { try match.map { try FullTextQuery($0) } }
}

extension LogApplication: PurgeApplication {
    /// The options that select the entries to erase.
    struct PurgeChoice: PurgeChoiceOptions {
        @Option("Only entries before this time: 90d (ago), 2026-11-21.", value: "time")
        var olderThan: LogTimeArgument?

        @OptionGroup var kind: LogKindOptions

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("Only this entry; -1 is the newest. Repeatable.", valueName: "entry"))
        var entry: [String] = []

        @Option("Exempt the newest entries, up to this many bytes of text.", value: "bytes")
        var keep: ByteCount?

        @Flag(help: "Only entries that have expired under the retention rules.")
        var due = false

        var isEmpty: Bool {
            olderThan == nil && kind.isEmpty && entry.isEmpty && keep == nil
        }
        var isDue: Bool { due }
        static let missingChoice =
            "Select entries with --older-than, --category, --match, --entry, --keep, --due or --all."
        static let exclusiveOptionsMessage =
            "--all, --due and --resume cannot be combined with other selections."

        /// Opens the log. If the selection or a retention rule contains search terms, the index must be up
        /// to date.
        func open(
            _ settings: StoreSettings, _ console: Console
        ) async throws -> OpenStore<LogApplication> {
            let query = try kind.query()
            let open = try OpenStore<LogApplication>.openForReading(settings, console)
            let rules = due ? try await open.store.retention() : []
            guard query != nil || rules.contains(where: { $0.match != nil }) else { return open }
            try open.close()
            return try await .openForSearching(settings, console)
        }

        func selection(in open: OpenStore<LogApplication>) async throws -> LogPurge {
            var ids: [RecordID]?
            for reference in entry {
                let parsed = try LogApplication.reference(reference, at: "--entry")
                ids = (ids ?? []) + [try await open.store.id(of: parsed)]
            }
            return LogPurge(
                filter: LogFilter(
                    category: try kind.category(in: open),
                    until: olderThan?.date(now: open.now)),
                match: try kind.query(), ids: ids, keptBytes: keep?.bytes)
        }
    }

    static let purgeText = text(
        "purge",
        abstract: "Erase entries from the files of the log.",
        discussion: """
            Erases the entries that match all options. --keep exempts the newest of these entries, up to the \
            given number of bytes of text. The command shows the number of entries and asks for \
            confirmation; without a terminal it requires --yes. With --match, the command first updates the \
            search index. --category selects entries by the predicted label, even if a correction has \
            another label.

            No byte of the texts remains in the database, its write-ahead log or its search index. Models \
            that may have learned from the texts are deleted. If the active model is one of them, a model \
            that did not learn from the texts is activated first. \
            Backups, exports and free blocks of the file system are not erased. The file does not shrink: \
            its free space is reused.

            During a purge, other programs can write to the log. The next purge, or --resume, continues an \
            interrupted purge without asking again. --due erases the entries that have expired under the \
            rules of 'ilk log retention'. Exits with 75 if another program is still reading an older state \
            of the file: run the purge later with --resume.

            If neither --taxonomy nor --log-file is given, --due and --resume apply to the logs of all \
            taxonomies, each with its own rules. All other options apply to one log, by default to that of \
            'doctype'.
            """,
        examples: [
            "Count entries older than 90 days": "purge --older-than 90d --dry-run",
            "Keep a gigabyte of text": "purge --keep 1GiB --yes",
            "Erase expired entries": "purge --due --yes",
            "Erase texts with a phrase": "purge --match 'see you' --yes",
        ])

    /// Erases entries. Before that, models that were trained on the entries unlearn them.
    static func erase(_ request: PurgeRequest<LogPurge>, in open: OpenStore<Self>) async throws {
        let (report, words) = try await Unlearning.erase(
            from: open.store, open.console.folders, now: open.now
        ) { before in
            try await open.erase(request, before: before)
        }
        open.tell(purged: report)
        if let words { open.console.note(words) }
    }
}

extension LogApplication: RetentionApplication {
    /// The options that describe a retention rule.
    struct RuleOptions: OptionalSelection {
        @Option(
            "Only entries older than this: 90d, 2w, 1y.", value: "time", form: LogTimeArgument.ageForm)
        var olderThan: LogTimeArgument?

        @OptionGroup var kind: LogKindOptions

        @Option("Exempt the newest entries, up to this many bytes of text.", value: "bytes")
        var keep: ByteCount?

        var isEmpty: Bool { olderThan == nil && kind.isEmpty && keep == nil }

        func validate() throws { try olderThan?.checkAge() }

        func selection(in open: OpenStore<LogApplication>) throws -> LogRetention {
            LogRetention(
                age: olderThan?.age,
                category: try kind.category(in: open), match: try kind.query(), keptBytes: keep?.bytes)
        }
    }

    static let retentionText = text(
        "retention",
        abstract: "Set and list retention rules for log entries.",
        discussion: """
            An entry expires if it meets all conditions of a rule. --keep exempts the newest of these entries, \
            up to the given number of bytes of text. Without options the rules are listed. Each \
            taxonomy's log has its own rules. The rules are stored in the log file; a log without rules \
            keeps everything. --category selects entries by the predicted label, even if a correction has \
            another label.

            'ilk log purge --due' erases the expired entries: run it from a timer. A running 'ilk serve' \
            erases them every hour.
            """,
        examples: [
            "Keep entries for a year": "retention --older-than 1y",
            "Keep entries with the label 'search' for 30 days":
                "retention --older-than 30d --category search",
            "List the rules": "retention",
            "Remove a rule": "retention --remove 2",
        ])

    static func phrase(_ rule: LogRetention) -> String {
        var parts = ["entries"]
        if let category = rule.category { parts.append("of \(category)") }
        if let match = rule.match { parts.append("with '\(match.wanted.joined(separator: " "))'") }
        if let age = rule.age { parts.append("older than \(DurationText.text(age))") }
        let kept = rule.keptBytes.map { ", except the newest with \(DecimalText.size($0)) of text" } ?? ""
        return parts.joined(separator: " ") + kept
    }

    static func output(_ rule: LogRetention, number: Int, due: PurgeReport) -> JSONObject {
        [
            "number": number, "olderThanSeconds": rule.age, "category": rule.category?.rawValue,
            "match": rule.match?.wanted, "keptBytes": rule.keptBytes, "dueEntries": due.records,
            "dueBytes": due.bytes,
        ]
    }
}
