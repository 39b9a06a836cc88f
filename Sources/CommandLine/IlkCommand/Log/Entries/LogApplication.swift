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
    typealias FileOptions = LogFileOptions

    static let name = "log"
    static let words = StoreNouns(
        record: "entry", records: "entries", aRecord: "an entry", all: "the log", texts: "of text")
    static let contents = "The copy holds all texts: keep it as you keep the log."
    static let setupExamples = [
        CommandExample(
            "Remember a text", "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite")
    ]
    static let exampleFile = " --log-file mine.sqlite"

    static func file(_ folders: IlkFolders) -> String {
        folders.log(taxonomy: Taxonomy.documentType.name)
    }

    static func missingStoreError(_ path: String, _ option: String) -> CommandError? {
        missingLog(path, option)
    }

    /// Returns the error for reading a log that does not exist.
    static func missingLog(_ path: String, _ options: String) -> CommandError {
        CommandError(
            .noInput, "there is no log", at: path, hint: "remember texts with: ilk classify --log" + options)
    }

    static func willReplace(_ path: String) throws { try ReplicaRemoval.remove(ofStore: path, "log") }
}

extension LogApplication: PurgeApplication {
    /// The options that select the entries to erase.
    struct PurgeChoice: PurgeChoiceOptions {
        @Option("Entries before this time: 90d, 2026-11-21.", value: "time")
        var olderThan: LogTimeArgument?

        @Option("Entries that were classified so.", value: "name")
        var category: String?

        @Option("Entries that ilk log search finds by these words.", value: "words")
        var match: String?

        @Option(
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp("This entry: -1 is the newest. May be repeated.", valueName: "entry"))
        var entry: [String] = []

        @Option("Keep the newest with so many bytes of text.", value: "bytes")
        var keep: ByteCount?

        @Flag(help: "What the log's standing rules do not keep: see ilk log retention.")
        var due = false

        var isEmpty: Bool {
            olderThan == nil && category == nil && match == nil && entry.isEmpty && keep == nil
        }
        var isDue: Bool { due }
        static let missingChoice =
            "Say what goes: --older-than, --category, --match, --entry, --keep, --due, or --all."
        static let exclusiveOptionsMessage = "--all, --due and --resume stand alone."
    }

    static let purgeText = text(
        "purge",
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
            """,
        examples: [
            "How many are older than 90 days?": "purge --older-than 90d --dry-run",
            "Keep a gigabyte of text": "purge --keep 1GiB --yes",
            "Entries past their retention time": "purge --due --yes",
            "Texts with a word": "purge --match 'see you' --yes",
        ])

    static func purge(_ choice: PurgeChoice, of open: OpenStore<Self>) async throws -> LogPurge {
        var ids: [RecordID]?
        for reference in choice.entry {
            ids = (ids ?? []) + [try await open.store.id(of: RecordReference(reference))]
        }
        return LogPurge(
            filter: LogFilter(
                category: try choice.category.map { try LogStoreAccess.category($0, of: open.store) },
                until: choice.olderThan?.date(now: open.now)),
            match: try choice.match.map { try FullTextQuery($0) }, ids: ids, keptBytes: choice.keep?.bytes)
    }

    /// Opens the log. If the selection or a retention rule contains search terms, the index must be up to
    /// date.
    static func previewing(
        _ choice: PurgeChoice, _ place: LogFileOptions, _ console: Console
    ) async throws -> OpenStore<Self> {
        if let match = choice.match { _ = try FullTextQuery(match) }
        let open = try OpenStore<Self>.openForReading(place, console)
        let rules = choice.due ? try await open.store.retention() : []
        guard choice.match != nil || rules.contains(where: { $0.match != nil }) else { return open }
        try open.close()
        return try await .openForSearching(place, console)
    }

    /// Erases entries. Models that were trained on them unlearn them first.
    static func erase(_ request: PurgeRequest<LogPurge>, in open: OpenStore<Self>) async throws {
        guard let taxonomy = LogStoreAccess.taxonomy(of: open.store) else {
            return open.tell(purged: try await open.erase(request))
        }
        let retraining = Retraining(
            store: open.store, taxonomy: taxonomy, folders: open.console.folders, now: open.now)
        let (report, unlearned) = try await retraining.unlearning { before in
            try await open.erase(request, before: before)
        }
        open.tell(purged: report)
        let again = "ilk retrain\(VersionChange.option(taxonomy.name))"
        Unlearning.report(unlearned, again: again, open.console)
    }
}

extension LogApplication: RetentionApplication {
    /// The options that describe a retention rule.
    struct RuleOptions: RetentionRuleOptions {
        @Option("Entries of so long ago: 90d, 2w, 1y.", value: "time")
        var olderThan: LogTimeArgument?

        @Option("Entries that were classified so.", value: "name")
        var category: String?

        @Option("Entries that ilk log search finds by these words.", value: "words")
        var match: String?

        @Option("All but the newest with so many bytes of text.", value: "bytes")
        var keep: ByteCount?

        var isEmpty: Bool { olderThan == nil && category == nil && match == nil && keep == nil }

        func validate() throws { try olderThan?.checkAge() }
    }

    static let retentionText = text(
        "retention",
        abstract: "Say what the log does not keep, and list what was said.",
        discussion: """
            A log keeps everything unless it is told otherwise. Each rule is about entries for which all holds that is \
            said: older than so long, of a category, with these words; with --keep, all of those but the newest with \
            so many bytes of text. The rules stand in the log's file; ilk log purge --due applies them: call it from \
            a timer.
            """,
        examples: [
            "Nothing for more than a year": "retention --older-than 1y",
            "Searches for a month only": "retention --older-than 30d --category search",
            "What is not kept": "retention",
            "Keep searches again": "retention --remove 2",
        ])

    static func rule(_ options: RuleOptions, of store: ClassificationLogStore) throws -> LogRetention {
        LogRetention(
            age: options.olderThan?.age,
            category: try options.category.map { try LogStoreAccess.category($0, of: store) },
            match: try options.match.map { try FullTextQuery($0) }, keptBytes: options.keep?.bytes)
    }

    static func phrase(_ rule: LogRetention) -> String {
        var parts = ["entries"]
        if let category = rule.category { parts.append("of \(category)") }
        if let match = rule.match { parts.append("with '\(match.wanted.joined(separator: " "))'") }
        if let age = rule.age { parts.append("older than \(DurationText.text(age))") }
        let kept = rule.keptBytes.map { ", but the newest with \(DecimalText.size($0)) of text" } ?? ""
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
