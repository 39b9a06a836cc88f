import ArgumentParser

/// How records of a store are written to a file: what `--format` takes where it is exported and imported.
package enum RecordFileFormat: String, StoreFileFormat {
    /// One JSON object a line.
    case ndjson
    /// Rows of fields by RFC 4180.
    case csv
    /// One JSON array.
    case json

    package static let standard = RecordFileFormat.ndjson
    package static let table: RecordFileFormat? = .csv

    /// The format that a file's name says; nil when it says none.
    package init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl": self = .ndjson
        case "csv": self = .csv
        case "json": self = .json
        default: return nil
        }
    }
}
