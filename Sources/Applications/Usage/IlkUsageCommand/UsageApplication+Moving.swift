import ArgumentParser
import IlkConsole
import IlkUsage

extension UsageApplication: ExportApplication {
    typealias FileFormat = UsageFileFormat

    static let exportedWords = StoreNouns(
        record: "record", records: "records", aRecord: "a record", all: "the usage")

    /// The options that select and describe the exported events.
    struct ExportChoice: ExportChoiceOptions {
        @OptionGroup var filter: UsageFilterOptions

        @OptionGroup var table: SpreadsheetOptions

        @Option("Of Open Board Logs: who it is of, as source:id.", value: "user")
        var user = "ilk:user"

        @Option("Of Open Board Logs: a notice in front of it, as /* ... */.", value: "words")
        var notice: String?

        var isGuarded: Bool { table.spreadsheet }

        func validate() throws {
            if let notice, notice.contains("*/") {
                throw ValidationError("A notice does not have '*/' in it.")
            }
        }
    }

    static let exportText = text(
        "export",
        abstract: "Write usage with all its fields: JSON lines, CSV, JSON, or an Open Board Log.",
        discussion: """
            JSON lines, CSV and JSON come in again byte for byte, and end with a trailer by which a file that was cut off or \
            altered is known. An Open Board Log (obl) is for other programs. Anonymised (obla) it begins in the year 2000, and \
            has no names, and instead of words that are not common ones marks that are the same within the file. With \
            --spreadsheet no field of a CSV file is taken for a formula; import takes that back. A file is made for its owner \
            only, and takes its name when it is whole.
            """,
        examples: [
            "Speak": "speak",
            "As JSON lines": "export",
            "For a spreadsheet": "export --spreadsheet --output usage.csv",
            "For a researcher": "export --output usage.obla",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        let choice = request.choice
        let filter = try await choice.filter.filter(open)
        guard let format = request.format.ofRecords else {
            let mask = request.format == .obla ? BoardLogMask.random() : nil
            return try await BoardLogExport(
                user: choice.user, notice: choice.notice, mask: mask, book: open
            ).run(filter, to: output)
        }
        var json = UsageRecordJSON()
        var seal = UsageFileChecksum()
        var writer = RecordWriter(
            format, names: UsageRecordCSV.names, isGuarded: choice.isGuarded, to: output)
        let write = { (bytes: [UInt8]) in
            try writer.write(json: { bytes }, fields: { UsageRecordCSV.fields(bytes) })
        }
        try write(UsageFileChecksum.header)
        try await open.forEachRecord(matching: filter) { record in
            let bytes = json.bytes(record)
            seal.add(bytes)
            try write(bytes)
        }
        try write(seal.trailer)
        _ = try writer.end()
        return seal.records
    }
}

extension UsageApplication: ImportApplication {
    /// An import has no options, because it is all or nothing.
    struct ImportChoice: ImportChoiceOptions {
        var policy: RecordErrorPolicy? { nil }
    }

    static let importText = text(
        "import",
        abstract: "Take usage in: what ilk usage export wrote, or Open Board Logs of other programs.",
        discussion: """
            All of the file or nothing: at what is not right it ends with 65 and says the line. What is there already stays as \
            it is, so that a file can be taken twice; what says something else under the same key is not right.
            """,
        examples: [
            "Write it": "export --output usage.csv",
            "Take it into another file": "import usage.csv --usage-file other.sqlite",
        ])

    static func importRecords(
        _ request: ImportRequest<Self>, into open: OpenStore<Self>,
        read: @escaping (inout [UInt8]) throws -> Int
    ) async throws -> RecordImportOutcome {
        if let format = request.format.ofRecords {
            let file = UsageImport(format: format, name: request.name, read: read)
            return try await UsageImportSource(file, open.console).run(into: open.store)
        }
        let log = BoardLogImport(name: request.name)
        return try await log.insert(log.records(of: whole(read, request.name)), into: open.store)
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
                    .badInput, "it has more than \(DecimalText.size(RecordSplitter.longest))", at: name)
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
    static let table: UsageFileFormat? = .csv

    /// Returns the format for a file name extension, or `nil` if it is unknown.
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
