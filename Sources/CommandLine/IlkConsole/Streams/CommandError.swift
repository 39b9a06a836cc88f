import IlkVocabulary

/// An error that ends a command, with its exit status and message.
///
/// The message never contains input text. Locations are file names and line numbers.
package struct CommandError: Error, Hashable, Sendable {
    /// The exit status.
    package var status: ExitStatus
    /// The error in a few words, without a period.
    package var what: String
    /// The location: a file, a line of a file, or an option.
    package var place: String?
    /// The lines that follow the first line of the message, such as the locations of errors in a rule file.
    package var details: [String]
    /// The advice that the error message ends with, or `nil`.
    package var hint: String?

    package init(
        _ status: ExitStatus, _ what: String, at place: String? = nil, details: [String] = [],
        hint: String? = nil
    ) {
        self.status = status
        self.what = what
        self.place = place
        self.details = details
        self.hint = hint
    }

    /// The error if the reader of the output, such as `head`, has closed the output. This error is not
    /// reported.
    package static let readerGone = CommandError(.outputClosed, "")

    /// The text for standard error: `error: <where>: <what>`, the details and, on the last line, the hint.
    /// The text is empty if the error has no message. Control characters in names are made visible, so that a
    /// name cannot add lines.
    package var report: String {
        guard !what.isEmpty else { return "" }
        var report = VisibleText.oneLine("error: " + (place.map { "\($0): " } ?? "") + what) + "\n"
        for detail in details { report += VisibleText.oneLine(detail) + "\n" }
        if let hint { report += "hint: " + VisibleText.oneLine(hint) + "\n" }
        return report
    }
}
