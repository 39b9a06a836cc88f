import ArgumentParser

/// The file formats of an export or import of records, the values of `--format`.
package enum RecordFileFormat: String, StoreFileFormat {
    /// One JSON object per line.
    case ndjson
    /// CSV according to RFC 4180.
    case csv
    /// One JSON array.
    case json

    package static let standard = RecordFileFormat.ndjson
    package static let table: RecordFileFormat? = .csv

    /// Returns the format for the extension of a file name, or `nil` if it is unknown.
    package init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl": self = .ndjson
        case "csv": self = .csv
        case "json": self = .json
        default: return nil
        }
    }
}
