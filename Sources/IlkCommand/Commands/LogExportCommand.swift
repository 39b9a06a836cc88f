import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore

/// Writes the log so that another one can take it in.
struct LogExportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the log as JSON lines, CSV or JSON: texts, verdicts, corrections, byte for byte.",
        discussion: """
            What ilk log import takes in is the same again. A file is made for its owner only, and holds all texts: ilk \
            log purge does not reach it. It takes its name when it is whole.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("As JSON lines", "ilk log export --log-file mine.sqlite"),
        CommandExample("For a spreadsheet", "ilk log export --output log.csv --force --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var choice: LogFilterOptions

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: RecordFileFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Where to; standard output when left out.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Replace a file of that name.")
    var force = false

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        let format = format ?? output.flatMap { RecordFileFormat(path: $0) } ?? .ndjson
        let export = LogExport(
            format: format, filter: try choice.filter(of: store, now: Date()), console: console)
        if let output {
            let count = try await ExportFile.write(to: output, isForced: force) {
                try await export.run(store, to: $0)
            }
            console.note("\(count) \(count == 1 ? "entry" : "entries") written to \(output)")
        } else {
            try await export.run(store, to: console.output)
        }
        try store.close()
    }
}
