/// Why a command ends before its time: the status it ends with, and what its user is told.
///
/// Never holds text of the user's input: places are file names and line numbers.
package struct CommandFailure: Error, Hashable, Sendable {
    /// The status to end with.
    package var status: ExitStatus
    /// What went wrong, in a few words without a full stop.
    package var what: String
    /// Where: a file, a line of it, an option.
    package var place: String?
    /// Further lines, as they are to be shown: the places of the problems of a file of rules.
    package var details: [String]
    /// What to do about it.
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

    /// Whoever read the output is gone. That is no fault: nothing is said of it.
    package static let readerGone = CommandFailure(.readerGone, "")

    /// What goes to standard error: `ilk: <what> (<where>)`, the details, and, on a line of its own, what to do;
    /// nothing when there is nothing to say. Control characters in names are made visible, so that one failure is
    /// one line.
    package var report: String {
        guard !what.isEmpty else { return "" }
        var report = "ilk: " + what
        if let place { report += " (\(place))" }
        report = VisibleText.oneLine(report) + "\n"
        for detail in details { report += VisibleText.oneLine(detail) + "\n" }
        if let hint { report += "hint: " + VisibleText.oneLine(hint) + "\n" }
        return report
    }
}
