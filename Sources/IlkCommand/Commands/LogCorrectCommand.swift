import ArgumentParser
import IlkDomains
import IlkStore

/// Takes a person's word on an entry of the log.
struct LogCorrectCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Say what a text in the log really is. From then on that text is.",
        usage: "ilk log correct <entry> <category> [--by <name>] [--format <format>] [--log-file <file>]",
        discussion: """
            An entry is -1 (the newest), -2 and so on, an id, or an id's last 8 characters. Ends with 64 when there \
            is no such category or when several ids end so, with 66 when there is no such entry.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("The newest entry is a message", "ilk log correct -1 message --log-file mine.sqlite"),
    ]

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp("The entry, and the category that it is of.", valueName: "entry> <category"))
    var words: [String] = []

    @Option(help: ArgumentHelp("Who says so. (default: the user's name)", valueName: "name"))
    var by: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        for word in words where word.hasPrefix("-") && !Self.isPlace(word) {
            throw ValidationError("Unknown option '\(word)'.")
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
        let author = by ?? console.environment["USER"] ?? console.environment["LOGNAME"]
        try await LogCorrecting(
            reference: entry, category: category, author: author, format: format, console: console
        ).run(store)
        try store.close()
    }

    private static func isPlace(_ word: String) -> Bool {
        guard let place = Int(word) else { return false }
        return place < 0
    }
}
