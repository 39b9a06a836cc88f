import IlkVocabulary

/// The text of a location in a file, such as `rules/doctype/email.yaml:12`.
package enum FileLocation {
    /// Returns `FILE:LINE` or `FILE:LINE:COLUMN`, both counted from 1. Columns are bytes.
    package static func text(_ file: String, line: Int, column: Int? = nil) -> String {
        "\(file):\(line)" + (column.map { ":\($0)" } ?? "")
    }

    /// Returns the location of a record in a JSON array, counted from 1.
    package static func text(_ file: String, record: Int) -> String { "\(file): record \(record)" }

    /// Returns the location of a message in a file, as an offset in bytes. The location of the first message
    /// is the name of the file.
    package static func text(_ file: String, byte: Int) -> String {
        byte == 0 ? file : "\(file): byte \(byte)"
    }

    /// Returns a location on one line. If it is wider than `room` columns, its folders are omitted.
    package static func fitting(_ place: String, in room: Int) -> String {
        let place = VisibleText.oneLine(place)
        guard DisplayWidth.of(place) > room, let slash = place.lastIndex(of: "/") else { return place }
        return String(place[place.index(after: slash)...])
    }
}
