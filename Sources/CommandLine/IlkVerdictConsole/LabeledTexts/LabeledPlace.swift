import IlkConsole

/// The location of a labeled text.
struct LabeledPlace: Hashable {
    /// The type of ``number``.
    enum Unit: Hashable {
        /// A line, counted from 1.
        case line
        /// An offset in bytes.
        case offset
        /// The whole file is one text.
        case file
    }

    /// The name of the file in messages.
    var name: String
    var unit = Unit.line
    var number = 1

    /// The location in words, such as `mine.jsonl:12`.
    var words: String {
        switch unit {
        case .line: FileLocation.text(name, line: number)
        case .offset: FileLocation.text(name, byte: number)
        case .file: name
        }
    }
}
