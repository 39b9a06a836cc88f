import IlkStore
import ArgumentParser
import IlkConsole
import IlkLog

extension LogApplication: ExportApplication {
    typealias FileFormat = RecordFileFormat
    typealias ExportChoice = FilteredExportChoice<LogFilterOptions>

    static let exportText = text(
        "export",
        abstract: "Write the log as JSON lines, CSV or JSON: texts, verdicts, corrections, byte for byte.",
        discussion: """
            ilk log import reads it without loss. With --spreadsheet no field of a CSV file is taken for a formula; import \
            undoes that. The file is readable by its owner only, appears when it is complete, and holds all texts: ilk log \
            purge does not reach it.
            """,
        examples: [
            "As JSON lines": "export",
            "For a spreadsheet": "export --spreadsheet --output log.csv",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        var json = LogRecordJSON()
        var writer = RecordWriter(
            request.format, names: LogRecordCSV.names, isGuarded: request.choice.isGuarded, to: output)
        let filter = try request.choice.filter.filter(of: open.store, now: open.now)
        try await open.forEachRecord(matching: filter) { record in
            try writer.write(
                json: { json.bytes(record) }, fields: { LogRecordCSV.fields(record, &json) })
        }
        return try writer.end()
    }
}

extension LogApplication: ImportApplication {
    typealias ImportChoice = SkippingOptions<LogApplication>

    static let importText = CommandText(
        "import",
        abstract: "Take entries into the log: what ilk log export wrote, or texts of your own.",
        discussion: """
            An entry needs a timestamp, a category and a text. One without an id gets one, each time anew; one whose id \
            is there already is left as it is, so that a file can be taken twice. Ends with 65 at the first entry that \
            cannot be taken; those before it are in the log then, and with 2 when entries were left out.
            """,
        after: setupExamples,
        examples: [
            "Write it": "ilk log export --output log.csv --log-file mine.sqlite",
            "Take it into another log": "ilk log import log.csv --log-file other.sqlite",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>,
        read: @escaping (inout [UInt8]) throws -> Int
    ) async throws -> RecordImportOutcome {
        try await RecordImport<LogRecord>(
            format: request.format, policy: request.choice.onError, console: open.console,
            json: { try LogRecordJSON.record($0, newID: open.store.nextID) },
            fields: { names in
                let reader = try LogRecordCSV(names: names)
                return { try reader.record($0, newID: open.store.nextID) }
            },
            insert: open.store.insert
        ).run(name: request.name, read: read)
    }
}
