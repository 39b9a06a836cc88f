import IlkStore
import ArgumentParser
import IlkConsole
import IlkDebug
import IlkDebugStore

extension DebugApplication: ExportApplication {
    typealias FileFormat = DebugFileFormat
    typealias ExportChoice = FilteredExportChoice<DebugFilterOptions>

    static let userFields = ["device_id", "session_id"]

    static let exportText = text(
        "export",
        abstract: "Export debug events as NDJSON, CSV, JSON or OTLP requests.",
        discussion: """
            NDJSON, CSV and JSON contain all fields and all corrections; 'ilk debug import' restores both. \
            OTLP requests contain only the fields that the senders set. Only the owner can read the file. \
            The file gets its final name when it is complete.

            --spreadsheet puts an apostrophe before CSV fields that a spreadsheet would run as formulas; an \
            import removes the apostrophe.
            """,
        examples: [
            "Export as NDJSON": "export",
            "Export for an OpenTelemetry collector": "export --format otlp --output logs.otlp",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        guard let format = request.format.ofRecords else {
            return try await requests(request.selection, open, output)
        }
        var writer = RecordWriter(
            format, names: DebugRecordCSV.names, isGuarded: request.isGuarded, to: output)
        try await open.forEachRecord(matching: request.selection) { record in
            try writer.write(
                json: { try DebugRecordJSON.bytes(record) }, fields: { try DebugRecordCSV.fields(record) })
        }
        return try writer.end()
    }

    /// Writes OpenTelemetry requests, one request for each page of events.
    private static func requests(
        _ filter: DebugFilter, _ open: OpenStore<Self>, _ output: OutputWriter
    ) async throws -> Int {
        var count = 0
        try await open.store.forEachPage(matching: filter) { records in
            if !records.isEmpty {
                let received = Dictionary(
                    records.map { ($0.entry.id, $0.received) }, uniquingKeysWith: { first, _ in first })
                output.append(OTLPLogs.json(records.map(\.entry)) { received[$0.id] } + [0x0A])
                try output.endRecord()
                count += records.count
            }
            try open.console.checkStop()
        }
        try output.flush()
        return count
    }
}

extension DebugApplication: ImportApplication {
    struct ImportChoice: ImportChoiceOptions {
        @OptionGroup var skipping: SkippingOptions<DebugApplication>

        @Flag(inversion: .prefixedNo, help: "Suggest a level for events that have no level.")
        var suggest = true

        var settings: (policy: InputErrorPolicy, suggestsLevels: Bool) { (skipping.onError, suggest) }
    }

    static let importText = text(
        "import",
        abstract: "Import debug events from exports, apps, servers or collectors.",
        discussion: """
            Each event needs the fields 'id', 'timestamp', 'source' and 'event'. A second import of an event \
            adds only the corrections that the stored event lacks. If an event has no level, a level is \
            suggested and stored with its evidence.

            An event is invalid if one of its fields is invalid, or if a stored event has the same id but \
            different content. At the first invalid event, the import stops and exits with 65; the events \
            before it are stored. With --on-error skip, invalid events are skipped, and the command exits \
            with 2 if there were any.
            """,
        examples: [
            "Import again, which adds nothing": "import events.ndjson",
            "Show an event": "show 4FC964F0",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>
    ) async throws -> RecordImportOutcome {
        let (policy, suggestsLevels) = request.settings
        let annotation = suggestsLevels ? try DebugLevelSuggester(folders: open.console.folders) : nil
        let now = DebugLogEntry.nanoseconds(open.now)
        let insert = { (records: [DebugRecord]) in
            try await open.store.insert(annotated(records, annotation))
        }
        if let format = request.format.ofRecords {
            return try await RecordImport<DebugRecord>(
                format: format, policy: policy, console: open.console,
                json: { try DebugRecordJSON.record($0, now: now) },
                fields: { names in
                    let reader = try DebugRecordCSV(names: names)
                    return { try reader.record($0, now: now) }
                }, insert: insert
            ).run(name: request.name, read: request.read)
        }
        // Each line is an OTLP request with many events. A request is imported as a whole or not at all.
        var events = 0
        let requests = RecordImport<[DebugRecord]>(
            format: .ndjson, policy: policy, console: open.console,
            json: { try records($0, now: now) }, fields: { _ in { _ in [] } },
            insert: { requests in
                let records = requests.flatMap(\.self)
                let added = try await insert(records)
                events += records.count
                return added
            })
        var outcome = try await requests.run(name: request.name, read: request.read)
        outcome.present = events - outcome.added
        return outcome
    }

    /// Parses the events of an OpenTelemetry request.
    private static func records(_ line: ArraySlice<UInt8>, now: Int64) throws -> [DebugRecord] {
        do throws(DebugEntryError) {
            var records: [DebugRecord] = []
            for entry in try OTLPLogs.entries(Array(line), now: now) {
                records.append(DebugRecord(entry: try entry.get(), received: now))
            }
            return records
        } catch {
            throw RecordError(
                message: error == .notJSON
                    ? "the line is not an OTLP logs request"
                    : "invalid event in the request: \(error.message)")
        }
    }

    /// Returns the records. Records without a level get a suggested level.
    private static func annotated(
        _ records: [DebugRecord], _ annotation: DebugLevelSuggester?
    ) throws -> [DebugRecord] {
        guard let annotation else { return records }
        return zip(records, try annotation.suggestions(for: records.map(\.entry))).map { record, suggestion in
            var record = record
            record.suggestion = record.suggestion ?? suggestion
            return record
        }
    }
}

/// The formats of exports and imports, for `--format`.
enum DebugFileFormat: String, StoreFileFormat {
    /// A JSON object per line.
    case ndjson
    /// CSV (RFC 4180).
    case csv
    /// A JSON array.
    case json
    /// An OpenTelemetry request per line.
    case otlp

    static let standard = DebugFileFormat.ndjson
}
