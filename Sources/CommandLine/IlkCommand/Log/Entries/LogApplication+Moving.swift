import IlkStore
import ArgumentParser
import IlkConsole
import IlkLog
import IlkVocabulary

extension LogApplication: ExportApplication {
    typealias ExportChoice = FilteredExportChoice<LogFilterOptions>

    static let userFields = ["text"]

    static let exportText = text(
        "export",
        abstract: "Export the log as JSON Lines, CSV or JSON.",
        discussion: """
            Exports texts, verdicts and corrections; 'ilk log import' reads them without loss. \
            --spreadsheet puts an apostrophe before CSV fields that look like formulas; the import removes \
            the apostrophe. --anonymize 5 omits each value, such as a word, that occurs in fewer than 5 \
            different texts. Only the owner can read the file. The file gets its final name when it is \
            complete. 'ilk log purge' does not erase the file. Without --anonymize, the file contains \
            the texts unchanged.
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

/// The options of an import into the log.
struct LogImportChoice: ImportChoiceOptions {
    @OptionGroup var skipping: SkippingOptions<LogApplication>
    @OptionGroup var parallelism: JobOptions

    var settings: (policy: InputErrorPolicy, threads: Int) { (skipping.onError, parallelism.threads) }
}

/// An entry of a file. The log assigns missing ids in the order of the file, not in the order of parsing.
private struct ImportedEntry: Sendable {
    private let record: LogRecord
    private let hasID: Bool

    /// Creates an entry by parsing its record.
    ///
    /// - Throws: The errors of `parse`.
    init(_ parse: (() -> RecordID) throws -> LogRecord) rethrows {
        var hasID = true
        record = try parse {
            hasID = false
            return RecordID(high: 0, low: 0)
        }
        self.hasID = hasID
    }

    func record(newID: () -> RecordID) -> LogRecord {
        guard !hasID else { return record }
        var record = record
        record.id = newID()
        return record
    }
}

extension LogApplication: ImportApplication {
    typealias ImportChoice = LogImportChoice

    static let importText = CommandText(
        "import",
        abstract: "Import entries from an export or from your own file.",
        discussion: """
            An entry needs a timestamp, a category and a text. An entry without an id gets a new id. An \
            entry whose id is already in the log is left unchanged, so a file with ids can be imported \
            twice. The import stops at the first invalid entry with status 65; the entries before it are \
            stored. With --on-error skip, invalid entries are skipped, and the exit status is 2.
            """,
        after: setupExamples,
        examples: [
            "Export": "ilk log export --output log.csv --log-file mine.sqlite",
            "Import into another log": "ilk log import log.csv --log-file other.sqlite",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>
    ) async throws -> RecordImportOutcome {
        try await RecordImport<ImportedEntry>(
            format: request.format, policy: request.settings.policy, threads: request.settings.threads,
            console: open.console,
            json: { json in try ImportedEntry { try LogRecordJSON.record(json, newID: $0) } },
            fields: { names in
                let reader = try LogRecordCSV(names: names)
                return { row in try ImportedEntry { try reader.record(row, newID: $0) } }
            },
            insert: { entries in
                try await open.store.insert(entries.map { $0.record(newID: open.store.nextID) })
            }
        ).run(name: request.name, read: request.read)
    }
}
