import ArgumentParser
import FoundationEssentials
import IlkDebug
import IlkDomains
import IlkStore

/// Writes debug events so that another store can take them in.
struct DebugExportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write debug events as JSON lines, CSV, JSON, or requests of OpenTelemetry.",
        discussion: """
            What ilk debug import takes in is the same again; of OpenTelemetry's form all but what the pipeline thinks. A \
            file is made for its owner only, and takes its name when it is whole. With --spreadsheet no field of a CSV \
            file is taken for a formula; import takes that back.
            """
    )

    static let examples =
        DebugExamples.beginning + [
            CommandExample("As JSON lines", "ilk debug export --debug-file debug.sqlite"),
            CommandExample(
                "For a collector",
                "ilk debug export --format otlp --output logs.otlp --debug-file debug.sqlite"),
        ]

    @OptionGroup var debug: DebugFileOptions
    @OptionGroup var choice: DebugFilterOptions

    @Option(help: "The format. (default: what the file's name says, else ndjson)")
    var format: DebugFileFormat?

    @Flag(help: "For a spreadsheet: no field is a formula.")
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
        let format =
            format ?? output.flatMap { DebugFileFormat(path: $0.path) } ?? (spreadsheet ? .csv : .ndjson)
        guard !spreadsheet || format == .csv else {
            throw CommandFailure(.usage, "--spreadsheet goes with --format csv")
        }
        let store = try DebugBook.open(debug, console, access: damage.access)
        try await damage.check(store.verify)
        let export = DebugExport(
            format: format, isGuarded: spreadsheet, filter: choice.filter(now: Date()), console: console)
        if let output {
            let count = try await output.target(replacing, inputs: debug.files(console.folders)).write {
                try await export.run(store, to: $0)
            }
            console.note("\(count) \(count == 1 ? "event" : "events") written to \(output.path)")
        } else {
            _ = try await export.run(store, to: console.output)
        }
        try store.close()
        try await damage.finish {
            let store = try DebugBook.open(debug, console, access: .readOnly)
            try await store.verify()
            try store.close()
        }
    }
}

/// Writes debug events.
struct DebugExport {
    /// How.
    var format: DebugFileFormat
    /// Whether no field of a row is to be taken for a formula.
    var isGuarded: Bool
    /// Which.
    var filter: DebugFilter
    /// Where is looked whether to stop.
    var console: Console

    /// Writes all of them.
    ///
    /// - Returns: How many.
    func run(_ store: DebugLogStore, to output: OutputWriter) async throws -> Int {
        guard let format = format.ofRecords else { return try await writeRequests(store, output) }
        var writer = RecordWriter(format, names: DebugRecordCSV.names, isGuarded: isGuarded, to: output)
        var last: Int64?
        while true {
            let page = try await store.records(after: last, matching: filter)
            for record in page.records {
                let fields = format == .csv ? try DebugRecordCSV.fields(record) : []
                let bytes = format == .csv ? [] : try DebugRecordJSON.bytes(record)
                try writer.write(json: { bytes }, fields: { fields })
            }
            try console.checkStop()
            guard let row = page.row else { return try writer.end() }
            last = row
        }
    }

    private func writeRequests(_ store: DebugLogStore, _ output: OutputWriter) async throws -> Int {
        var last: Int64?
        var count = 0
        while true {
            let page = try await store.records(after: last, matching: filter)
            if !page.records.isEmpty {
                let received = Dictionary(
                    page.records.map { ($0.entry.id, $0.received) }, uniquingKeysWith: { first, _ in first })
                output.append(OTLPLogs.json(page.records.map(\.entry)) { received[$0.id] } + [0x0A])
                try output.endRecord()
                count += page.records.count
            }
            try console.checkStop()
            guard let row = page.row else { break }
            last = row
        }
        try output.flush()
        return count
    }
}
