/// What the tool says with its last number. Scripts rely on these: they never change their meaning.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    /// Done.
    case done = 0
    /// Ran well, and the answer is no: a check found problems, a bar was missed.
    case negative = 1
    /// Done in part: some records or files were skipped.
    case partlyDone = 2
    /// Called wrongly.
    case usage = 64
    /// The input is not in the declared format.
    case badInput = 65
    /// The input is not there or cannot be read.
    case noInput = 66
    /// A service is not reachable.
    case unavailable = 69
    /// A fault of the program.
    case bug = 70
    /// The output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed on the way.
    case inputOutput = 74
    /// Try again later: someone else holds what is needed.
    case tryAgain = 75
    /// Not allowed.
    case notAllowed = 77
    /// A model, a rule file or a setting is not right.
    case badConfiguration = 78
    /// Stopped by SIGINT.
    case interrupted = 130
    /// Whoever read the output is gone.
    case readerGone = 141
    /// Stopped by SIGTERM.
    case terminated = 143
}
