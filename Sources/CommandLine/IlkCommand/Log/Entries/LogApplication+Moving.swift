import IlkStore
import ArgumentParser
import IlkConsole
import IlkLog

extension LogApplication: ExportApplication {
    typealias ExportChoice = FilteredExportChoice<LogFilterOptions>

    static let userFields = ["text"]

    static let exportText = text(
        "export",
        abstract: "Export the log as JSON Lines, CSV or JSON.",
        discussion: """
            Exports texts, verdicts and corrections; 'ilk log import' reads them without loss. --spreadsheet \
            puts an apostrophe before CSV fields that look like formulas; the import removes the apostrophe. \
            Only the owner can read the file. The file gets its final name when it is complete. The file \
            contains all texts, and 'ilk log purge' does not erase it.
            """,
        examples: [
            "Export as JSON Lines": "export",
            "Export for a spreadsheet": "export --spreadsheet --output log.csv",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        var json = LogRecordJSON()
        var writer = RecordWriter(
            request.format, names: LogRecordCSV.names, isGuarded: request.isGuarded, to: output)
        try await open.forEachRecord(matching: request.selection) { record in
            try writer.write(
                json: { json.bytes(record) }, fields: { LogRecordCSV.fields(record, &json) })
        }
        return try writer.end()
    }
}

extension LogApplication: ImportApplication {
    static let importText = CommandText(
        "import",
        abstract: "Import entries from an export or from your own file.",
        discussion: """
            An entry needs a timestamp, a category and a text. An entry without an id gets a new id. An \
            entry whose id is already in the log is left unchanged, so a file with ids can be imported \
            twice. The import stops at the first invalid entry with status 65; the entries before it are \
            stored. With --on-error skip it continues and exits with 2.
            """,
        after: setupExamples,
        examples: [
            "Export": "ilk log export --output log.csv --log-file mine.sqlite",
            "Import into another log": "ilk log import log.csv --log-file other.sqlite",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>
    ) async throws -> RecordImportOutcome {
        try await RecordImport<LogRecord>(
            format: request.format, policy: request.settings, console: open.console,
            json: { try LogRecordJSON.record($0, newID: open.store.nextID) },
            fields: { names in
                let reader = try LogRecordCSV(names: names)
                return { try reader.record($0, newID: open.store.nextID) }
            },
            insert: open.store.insert
        ).run(name: request.name, read: request.read)
    }
}
