import ArgumentParser

/// How debug events are written to a file: what `--format` takes where they are exported and imported.
enum DebugFileFormat: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// One JSON object a line.
    case ndjson
    /// Rows of fields by RFC 4180.
    case csv
    /// One JSON array.
    case json
    /// A request of OpenTelemetry's logs a line.
    case otlp

    /// The format that a file's name says; nil when it says none.
    init?(path: String) {
        guard let format = RecordFileFormat(path: path) else { return nil }
        self = DebugFileFormat(format)
    }

    private init(_ format: RecordFileFormat) {
        switch format {
        case .ndjson: self = .ndjson
        case .csv: self = .csv
        case .json: self = .json
        }
    }

    /// The format of single records; nil where they stand together.
    var ofRecords: RecordFileFormat? {
        switch self {
        case .ndjson: .ndjson
        case .csv: .csv
        case .json: .json
        case .otlp: nil
        }
    }
}
