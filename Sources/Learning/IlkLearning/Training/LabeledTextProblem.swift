/// The reason why a record of labeled texts, or the rest of a file, could not be read.
///
/// The reason contains names of columns and labels, but no text.
public struct LabeledTextProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part of the input that is invalid. The hint to the user depends on this part.
    public enum Cause: Sendable, Hashable {
        /// A single record.
        case record
        /// A line that is not JSON, in a file that is read as JSON Lines.
        case notJSON
        /// A field of a JSON line that is missing.
        case missingField
        /// A quote in a table that is not closed and hides the rest of the file.
        case unclosedQuote
        /// The columns of the whole table.
        case columns
        /// The encoding, which is not UTF-8.
        case encoding
        /// The encoding, which is UTF-16.
        case utf16
        /// The file of a spreadsheet program.
        case spreadsheet
        /// A record with several labels where one label was expected.
        case severalLabels
    }

    /// The line, from 1.
    public let line: Int
    /// The column in bytes, from 1, or `nil` for the whole line.
    public let column: Int?
    /// The reason, with the name of the field and the expected content.
    public let reason: String
    /// The part of the input that is invalid.
    public let cause: Cause
    /// `true` if the rest of the file, after this problem, was not read.
    public let endsFile: Bool

    package init(
        line: Int, column: Int? = nil, _ reason: String, _ cause: Cause = .record, endsFile: Bool = false
    ) {
        self.line = line
        self.column = column
        self.reason = reason
        self.cause = cause
        self.endsFile = endsFile
    }

    /// Returns the problem for input that is not valid UTF-8.
    package static func notUTF8(line: Int, column: Int) -> LabeledTextProblem {
        LabeledTextProblem(line: line, column: column, "not valid UTF-8", .encoding)
    }

    /// This problem with ``endsFile`` set to `true`.
    var endingFile: LabeledTextProblem {
        LabeledTextProblem(line: line, column: column, reason, cause, endsFile: true)
    }

    /// The message, in one line.
    public var description: String {
        "line \(line)\(column.map { ", column \($0)" } ?? ""): \(reason)"
    }
}
