import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore
import IlkVocabulary

/// The standing rules of what a log does not keep.
struct LogRetentionCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "retention",
        abstract: "Say what the log does not keep, and list what was said.",
        discussion: """
            A log keeps everything unless it is told otherwise. Each rule is about entries for which all holds that is \
            said: older than so long, of a category, with these words; with --keep, all of those but the newest with \
            so many bytes of text. The rules stand in the log's file; ilk log purge --due applies them: call it from \
            a timer.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample(
            "Nothing for more than a year", "ilk log retention --older-than 1y --log-file mine.sqlite"),
        CommandExample(
            "Searches for a month only",
            "ilk log retention --older-than 30d --category search --log-file mine.sqlite"),
        CommandExample("What is not kept", "ilk log retention --log-file mine.sqlite"),
        CommandExample("Keep searches again", "ilk log retention --remove 2 --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(help: ArgumentHelp("Entries of so long ago: 90d, 2w, 1y.", valueName: "time"))
    var olderThan: LogMoment?

    @Option(help: ArgumentHelp("Entries that were classified so.", valueName: "name"))
    var category: String?

    @Option(help: ArgumentHelp("Entries that ilk log search finds by these words.", valueName: "words"))
    var match: String?

    @Option(help: ArgumentHelp("All but the newest with so many bytes of text.", valueName: "bytes"))
    var keep: ByteCount?

    @Option(help: ArgumentHelp("Take back the rule of this number in the list.", valueName: "number"))
    var remove: Int?

    @Option(help: "The shape of the list.")
    var format: ResultFormat = .text

    @OptionGroup var display: DisplayOptions

    private var says: Bool { olderThan != nil || category != nil || match != nil || keep != nil }

    func validate() throws {
        if remove != nil && says { throw ValidationError("--remove stands alone.") }
        if let olderThan, olderThan.age == nil {
            throw ValidationError("--older-than takes how long ago, as 90d: a day would stand still.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let match = try match.map { try WordQuery($0) }
        let changes = says || remove != nil
        let store = try LogBook.open(
            logging.logFile, folders: console.folders, access: changes ? .readWrite : .readOnly)
        var rules = try await store.retention()
        if says {
            let rule = LogRetention(
                age: olderThan?.age, category: try category.map { try LogBook.category($0, of: store) },
                match: match, keptBytes: keep?.bytes)
            if !rules.contains(rule) { rules.append(rule) }
        }
        if let remove {
            guard rules.indices.contains(remove - 1) else {
                throw CommandFailure(
                    .usage, "there is no rule \(remove)", hint: "what there is: ilk log retention")
            }
            rules.remove(at: remove - 1)
        }
        if changes { try await store.setRetention(rules) }
        try await RetentionList(format: format, console: console).show(rules, of: store, now: Date())
        try store.close()
    }
}
