import IlkConsole
import ArgumentParser

/// How debug events are written to a file: what `--format` takes where they are exported and imported.
enum DebugFileFormat: String, StoreFileFormat {
    /// One JSON object a line.
    case ndjson
    /// Rows of fields by RFC 4180.
    case csv
    /// One JSON array.
    case json
    /// A request of OpenTelemetry's logs a line.
    case otlp

    static let standard = DebugFileFormat.ndjson
    static let table: DebugFileFormat? = .csv

    /// The format that a file's name says; nil when it says none.
    init?(path: String) {
        guard let format = RecordFileFormat(path: path) else { return nil }
        self.init(rawValue: format.rawValue)
    }

    /// The format of single records; nil where they stand together.
    var ofRecords: RecordFileFormat? { RecordFileFormat(rawValue: rawValue) }
}
