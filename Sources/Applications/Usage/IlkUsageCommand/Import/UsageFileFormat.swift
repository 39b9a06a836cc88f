import IlkConsole
import ArgumentParser

/// How usage is written to a file: what `--format` takes where it is exported and imported.
enum UsageFileFormat: String, StoreFileFormat {
    /// One JSON object a line.
    case ndjson
    /// Rows of fields by RFC 4180.
    case csv
    /// One JSON array.
    case json
    /// An Open Board Log.
    case obl
    /// An Open Board Log that does not say who it is of.
    case obla

    static let standard = UsageFileFormat.ndjson
    static let table: UsageFileFormat? = .csv

    /// The format that a file's name says; nil when it says none.
    init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "obl": self = .obl
        case "obla": self = .obla
        default:
            guard let records = RecordFileFormat(path: path) else { return nil }
            self.init(rawValue: records.rawValue)
        }
    }

    /// The format of records; nil for logs.
    var records: RecordFileFormat? { RecordFileFormat(rawValue: rawValue) }
}
