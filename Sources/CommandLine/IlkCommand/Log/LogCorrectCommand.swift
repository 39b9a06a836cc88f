import IlkLog
import IlkConsole
import ArgumentParser
import IlkStore

/// Takes a person's word on an entry of the log.
struct LogCorrectCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Say what a text in the log really is. From then on that text is.",
        usage: """
            ilk log correct <entry> <category> [--audit] [--by <name>] [--format <format>] [--log-file <file>]
            ilk log correct --from <file> [--by <name>] [--on-error <policy>] [--log-file <file>]
            """,
        discussion: """
            An entry is -1 (the newest), -2 and so on, an id, or an id's last 8 characters. Ends with 64 when there \
            is no such category or when several ids end so, with 66 when there is no such entry. An entry can be \
            corrected again: the last word counts, ilk log show shows all.

            A file has CSV with the columns id and category, or JSON lines with these members; author and audit may be \
            there too. Lines whose category is empty are passed over. All of it is taken or, at the first line that is \
            wrong, nothing (65); with --on-error skip the others are taken (2).
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample(
            "Corrections of a file",
            "ilk log queue --format ndjson --log-file mine.sqlite | sed 's/{/{\"category\":\"message\",/' > look.jsonl; ilk log correct --from look.jsonl --log-file mine.sqlite"
        ),
        CommandExample("The newest entry is a message", "ilk log correct -1 message --log-file mine.sqlite"),
    ]

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The entry, and the category that it is of.", valueName: "entry> <category"))
    var words: [String] = []

    @Option(help: ArgumentHelp("Take corrections from a file.", valueName: "file"), completion: .file())
    var from: String?

    @Option(help: "What to do about a line that cannot be taken; emit is no choice here.")
    var onError: FaultPolicy = .stop

    @Flag(help: "The entry was drawn at random, as the audits of ilk log queue are.")
    var audit = false

    @Option(help: ArgumentHelp("Who says so. (default: the user's name)", valueName: "name"))
    var by: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if onError == .emit { throw ValidationError("--on-error takes skip or stop here.") }
        if from != nil {
            if !words.isEmpty || audit { throw ValidationError("--from stands instead of an entry.") }
            return
        }
        guard words.count == 2, let category = words.last, !category.hasPrefix("-") else {
            throw ValidationError("Name an entry and a category.")
        }
    }

    /// The entry.
    var entry: String { words.first ?? "" }
    /// The category.
    var category: String { words.last ?? "" }

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readWrite)
        let author = by ?? console.userName
        if let from {
            try await CorrectionImport(author: author, policy: onError, console: console).run(
                from, into: store)
        } else {
            try await LogCorrecting(
                reference: entry, category: category, source: audit ? .audit : .human, author: author,
                format: format, console: console
            ).run(store)
        }
        try store.close()
    }
}
