import ArgumentParser
import IlkDomains
import IlkStore

/// Shows one entry of the log whole.
struct LogShowCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all that is known of an entry: verdict, scores, all corrections, text.",
        usage: "ilk log show <entry> [--format <format>] [--log-file <file>]",
        discussion: "An entry is -1 (the newest), -2 and so on, an id, or an id's last 8 characters."
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("The newest entry", "ilk log show -1 --log-file mine.sqlite"),
    ]

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The entry.", valueName: "entry"))
    var words: [String] = []

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name an entry.") }
    }

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        try await LogShowing(reference: words.first ?? "", format: format, console: console).run(store)
        try store.close()
    }
}
