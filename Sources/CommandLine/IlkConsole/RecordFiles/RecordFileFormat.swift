import ArgumentParser

/// The file format of an export or import of records, a value of `--format`.
package enum RecordFileFormat: String, StoreFileFormat {
    /// One JSON object per line.
    case ndjson
    /// CSV according to RFC 4180.
    case csv
    /// One JSON array.
    case json

    package static let standard = RecordFileFormat.ndjson

    /// Returns the format for the extension of a file name, or `nil` if it is unknown.
    package init?(path: String) {
        switch path.split(separator: ".").last?.lowercased() {
        case "ndjson", "jsonl": self = .ndjson
        case "csv": self = .csv
        case "json": self = .json
        default: return nil
        }
    }

    /// Returns `CSV` or `TSV` if the first line of a file looks like the header row of a table, otherwise
    /// `nil`. A header row has two or more names between commas, semicolons or tabs.
    package static func table(header line: some Collection<UInt8>) -> String? {
        let line = String(decoding: line, as: UTF8.self).prefix { !$0.isNewline }
        guard let separator = ",;\t".first(where: { line.contains($0) }) else { return nil }
        let names = line.split(separator: separator, omittingEmptySubsequences: false)
        let isHeader = names.allSatisfy { name in
            name.contains(where: \.isLetter)
                && name.allSatisfy { $0.isLetter || $0.isNumber || " _-.\"\u{FEFF}".contains($0) }
        }
        return isHeader ? separator == "\t" ? "TSV" : "CSV" : nil
    }

    /// Returns a hint if a file that should be JSON Lines begins with the header row of a table, otherwise
    /// `nil`.
    ///
    /// - Parameter advice: The action to suggest for a table, such as `use --format csv`.
    package static func tableHint(_ line: some Collection<UInt8>, _ advice: String) -> String? {
        table(header: line).map { "the file looks like \($0): \(advice)" }
    }
}
