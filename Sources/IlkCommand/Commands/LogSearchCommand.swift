import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore

/// Searches the texts of the log.
struct LogSearchCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find texts in the log by their words, the last logged first.",
        discussion: """
            All words must be there, in any order, whatever their case and accents. "two words" stand one behind the \
            other, begin* is how a word begins, -word must not be there (put -- before it). In scripts without spaces \
            any stretch of characters is found. Ends with 1 when there is nothing.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("By its words", "ilk log search 'see then' --log-file mine.sqlite"),
        CommandExample("By a phrase", #"ilk log search '"see you" th*' --log-file mine.sqlite"#),
    ]

    @Argument(help: "What is looked for.")
    var query: [String]

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var choice: LogFilterOptions

    @Option(
        help: ArgumentHelp("How many entries to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 20

    @Option(help: ArgumentHelp("Only entries logged before this one.", valueName: "entry"))
    var cursor: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let query = try WordQuery(query.joined(separator: " "))
        let store = try await LogBook.openCaughtUp(logging.logFile, console)
        let entries = try await store.search(
            query, newest: limit, before: cursor.map { try LogReference($0) },
            matching: choice.filter(of: store, now: Date()))
        switch format {
        case .text:
            let table = LogTable(style: console.style, columns: console.columns, wanted: query.wanted)
            if !entries.isEmpty { console.output.append(table.text(entries)) }
        case .json: try console.write(json: entries.map(LogEntryRecord.init))
        case .ndjson: for entry in entries { try console.write(json: LogEntryRecord(entry), isPretty: false) }
        }
        try console.output.flush()
        try store.close()
        if entries.count == limit, let last = entries.last { console.note("more: --cursor \(last.shortID)") }
        if entries.isEmpty {
            console.noteNothing(format)
            throw CommandFailure(.negative, "")
        }
    }
}
