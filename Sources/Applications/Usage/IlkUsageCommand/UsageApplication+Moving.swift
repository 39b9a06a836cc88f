import ArgumentParser
import IlkConsole
import IlkUsage

extension UsageApplication: ExportApplication {
    typealias FileFormat = UsageFileFormat

    static let exportedWords = StoreNouns(
        record: "record", records: "records", aRecord: "a record", all: "the usage records")

    /// The options that select and describe the exported events.
    struct ExportChoice: ExportChoiceOptions {
        @OptionGroup var filter: UsageFilterOptions

        @OptionGroup var table: SpreadsheetOptions

        @Option("User of an Open Board Log, as source:id. (default: ilk:user)", value: "user")
        var user: String?

        @Option("Comment at the start of an Open Board Log.", value: "words")
        var notice: String?

        var isGuarded: Bool { table.spreadsheet }

        func selection(in open: OpenUsageStore) async throws -> UsageExportSettings {
            UsageExportSettings(filter: try await filter.selection(in: open), user: user, notice: notice)
        }

        func validate() throws {
            if let notice, notice.contains("*/") {
                throw ValidationError.invalid("--notice", notice, expected: "words without '*/'")
            }
        }
    }

    static let userFields = ["device_id"]

    static let exportText = text(
        "export",
        abstract: "Export usage as NDJSON, CSV, JSON or an Open Board Log.",
        discussion: """
            NDJSON, CSV and JSON contain all fields and all corrections. The file ends with a checksum, \
            which lets 'ilk usage import' detect a truncated or altered file.

            An Open Board Log (obl) is a format that other communication apps can read. An anonymized log \
            (obla) contains no names, and its times are shifted to begin in the year 2000. Uncommon words \
            are hidden: labels of symbols are replaced by pseudonyms (equal labels get the same pseudonym), \
            and words in phrases by '????'.

            \(SpreadsheetOptions.fileHelp)
            """,
        examples: [
            "Record a phrase": "speak",
            "Export as NDJSON": "export",
            "Export for a spreadsheet": "export --spreadsheet --output usage.csv",
            "Export without names for a researcher": "export --output usage.obla",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        let settings = request.selection
        guard let format = request.format.ofRecords else {
            let mask = request.format == .obla ? BoardLogMask.random() : nil
            return try await BoardLogExport(
                user: settings.user ?? "ilk:user", notice: settings.notice, mask: mask, open: open
            ).run(settings.filter, to: output)
        }
        for (option, value) in [("--user", settings.user), ("--notice", settings.notice)] where value != nil {
            throw CommandError(.usage, "\(option) requires '--format obl' or '--format obla'")
        }
        var json = UsageRecordJSON()
        var seal = UsageFileChecksum()
        var writer = RecordWriter(
            format, names: UsageRecord.columnNames, isGuarded: request.isGuarded, to: output)
        let write = { (bytes: [UInt8]) in
            try writer.write(json: { bytes }, fields: { UsageRecord.columns(of: bytes) })
        }
        try write(UsageFileChecksum.header)
        try await open.forEachRecord(matching: settings.filter) { record in
            let bytes = json.bytes(record)
            seal.add(bytes)
            try write(bytes)
        }
        try write(seal.trailer)
        _ = try writer.end()
        return seal.records
    }
}

/// The events to export, and the settings of an Open Board Log.
struct UsageExportSettings {
    var filter: UsageFilter
    var user: String?
    var notice: String?
}

extension UsageApplication: ImportApplication {
    /// An import has no option to skip invalid records, because it inserts all records or none.
    struct ImportChoice: ImportChoiceOptions {
        var canSkip: Bool { false }
        var settings: Void { () }
    }

    static let importText = text(
        "import",
        abstract: "Import usage from an export or from Open Board Logs.",
        discussion: """
            Imports all records of a file or none. The first invalid record ends the import with status 65; \
            the message names the line of the record.

            Records that are already stored are left unchanged, so importing a file again adds nothing. A \
            record is invalid if a stored record has the same key but different content.
            """,
        examples: [
            "Export": "export --output usage.csv",
            "Import into another store": "import usage.csv --usage-file other.sqlite",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>
    ) async throws -> RecordImportOutcome {
        if let format = request.format.ofRecords {
            let file = UsageImport(format: format, name: request.name, read: request.read)
            return try await UsageImportSource(file, open.console).run(into: open.store)
        }
        let log = BoardLogImport(name: request.name)
        return try await log.insert(log.records(of: whole(request.read, request.name)), into: open.store)
    }

    /// Reads a whole file. An Open Board Log is a single JSON value, so it cannot be streamed.
    private static func whole(_ read: (inout [UInt8]) throws -> Int, _ name: String) throws -> [UInt8] {
        var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 17))
        while true {
            let count = try read(&block)
            guard count > 0 else { return bytes }
            bytes += block[..<count]
            guard bytes.count <= RecordSplitter.longest else {
                throw CommandError(
                    .badInput, "the file is larger than \(DecimalText.size(RecordSplitter.longest))", at: name
                )
            }
        }
    }
}

/// The file formats of `--format` for export and import.
enum UsageFileFormat: String, StoreFileFormat {
    /// One JSON object per line.
    case ndjson
    /// Comma-separated values (RFC 4180).
    case csv
    /// A JSON array.
    case json
    /// An Open Board Log.
    case obl
    /// An anonymized Open Board Log.
    case obla

    static let standard = UsageFileFormat.ndjson

    /// Returns the format for the extension of a file name, or `nil` if the extension is unknown.
    init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "obl": self = .obl
        case "obla": self = .obla
        default:
            guard let records = RecordFileFormat(path: path) else { return nil }
            self.init(rawValue: records.rawValue)
        }
    }
}
