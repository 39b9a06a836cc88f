import IlkConsole
import ArgumentParser
import IlkStore

/// Explains a logged verdict by the model and the rules that made it.
struct LogExplainCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say why a logged text got its category, by the model and rules that gave it.",
        usage:
            "ilk log explain <entry> [--format <format>] [--top <count>] [--model <file>] [--rules <file>] [--log-file <file>]",
        discussion: """
            Whatever model is in use by now: models and rules are kept when texts are logged. What is written is what \
            ilk explain wrote at the time. An entry is -1 (the newest), -2 and so on, an id, or an id's last 8 \
            characters. Ends with 66 when there is no such entry, or when its model or rules are no longer there.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Why the newest entry is what it is", "ilk log explain -1 --log-file mine.sqlite"),
    ]

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The entry.", valueName: "entry"))
    var words: [String] = []

    @Option(help: "The shape of the output; html is a page that needs nothing but itself.")
    var format: ExplanationFormat = .text

    @Option(
        help: ArgumentHelp("How many pieces of evidence to show.", valueName: "count"),
        transform: CountArgument.fromOne)
    var top: Int = 20

    @Option(
        help: ArgumentHelp(
            "Where the model may be, if it is kept nowhere. May be repeated.", valueName: "file"),
        completion: .file(extensions: ["ilk"]))
    var model: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where the compiled rules may be, if they are kept nowhere. May be repeated.", valueName: "file"),
        completion: .file(extensions: ["ilkrules"]))
    var rules: [String] = []

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        for word in words where word.hasPrefix("-") && (Int(word) ?? 0) >= 0 {
            throw ValidationError("Unknown option '\(word)'.")
        }
        if words.count != 1 { throw ValidationError("Name an entry.") }
    }

    /// The entry.
    var entry: String { words.first ?? "" }

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        try await LogExplaining(
            reference: entry, format: format, top: top, files: (model, rules), console: console
        ).run(store)
        try store.close()
    }
}
