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
            ilk log import reads it without loss. With --spreadsheet no field of a CSV file is taken for a formula; import \
            undoes that. The file is readable by its owner only, appears when it is complete, and holds all texts: ilk log \
            purge does not reach it.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("As JSON lines", "ilk log export --log-file mine.sqlite"),
        CommandExample(
            "For a spreadsheet", "ilk log export --spreadsheet --output log.csv --log-file mine.sqlite"),
    ]

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var choice: LogFilterOptions

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: RecordFileFormat?

    @Flag(help: "For CSV: write no field that begins like a formula.")
    var spreadsheet = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The output file. (default: standard output)", valueName: OutputFile.valueName),
        completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var damage: DamagedStoreOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: damage.access)
        try await damage.check(store.verify)
        let format =
            format ?? output.flatMap { RecordFileFormat(path: $0.path) } ?? (spreadsheet ? .csv : .ndjson)
        guard !spreadsheet || format == .csv else { throw CommandFailure(.usage, "--spreadsheet is for CSV") }
        let export = LogExport(
            format: format, isGuarded: spreadsheet, filter: try choice.filter(of: store, now: Date()),
            console: console)
        if let output {
            let count = try await output.target(replacing, inputs: logging.files(console.folders)).write {
                try await export.run(store, to: $0)
            }
            console.note("\(count) \(count == 1 ? "entry" : "entries") written to \(output.path)")
        } else {
            try await export.run(store, to: console.output)
        }
        try store.close()
        try await damage.finish {
            let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
            try await store.verify()
            try store.close()
        }
    }
}
