import IlkLog
import IlkConsole
import ArgumentParser
import FoundationEssentials
import Ilk
import IlkStore
import IlkVocabulary

/// Lists what a person should look at.
struct LogQueueCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue",
        abstract: "List what a person should look at: the most uncertain first.",
        discussion: """
            Entries that nobody has corrected. Every tenth is drawn at random from all of them (audit), and the rest of the \
            page where nothing is doubtful any more: what is said of those measures the classifier, and is not learned. \
            The log remembers which they are. As --format ndjson each line can be given a category and read back by ilk \
            log correct --from.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("What to look at", "ilk log queue --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(
        help: ArgumentHelp("How many entries to show.", valueName: "count"), transform: CountArgument.fromOne)
    var limit: Int = 20

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    private struct Row: Encodable {
        var audit: Bool
        var entry: LogEntryRecord
        var id: String
    }

    func run() async throws {
        let console = Console.standard(display)
        let path = logging.logFile ?? console.folders.log(taxonomy: Taxonomy.documentType.name)
        // Who may only read cannot answer either.
        let isAnswered = FileManager.default.isWritableFile(atPath: path)
        let store = try LogBook.open(
            logging.logFile, folders: console.folders, access: isAnswered ? .readWrite : .readOnly)
        let queue =
            try await isAnswered ? store.giveOut(limit: limit) : store.reviewQueue(limit: limit)
        let rows = queue.map {
            Row(audit: $0.isAudit, entry: LogEntryRecord($0.entry), id: $0.entry.id.description)
        }
        switch format {
        case .text:
            if queue.isEmpty {
                console.note("nothing to look at")
            } else {
                console.output.append(
                    LogTable(style: console.style, columns: console.columns).text(
                        queue.map(\.entry), marks: queue.map { $0.isAudit ? "audit" : "" }))
            }
        case .json: try console.write(json: rows)
        case .ndjson: for row in rows { try console.write(json: row, isPretty: false) }
        }
        try console.output.flush()
        try store.close()
    }
}
