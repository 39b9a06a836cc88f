/// The exit status of the tool. Scripts rely on these values, so they never change.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    /// Success.
    case done = 0
    /// The command ran and its result is negative: a check found errors, or a threshold was missed.
    case checkFailed = 1
    /// Partial success: some records or files were skipped.
    case partlyDone = 2
    /// The arguments are invalid.
    case usage = 64
    /// The input does not have the declared format.
    case badInput = 65
    /// The input does not exist or cannot be read.
    case noInput = 66
    /// A service cannot be reached.
    case unavailable = 69
    /// An internal error of the program.
    case bug = 70
    /// The output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// A resource is in use. Try again later.
    case tryAgain = 75
    /// Permission denied.
    case notAllowed = 77
    /// A model, a rule file or a setting is invalid.
    case badConfiguration = 78
    /// Stopped by SIGINT.
    case interrupted = 130
    /// The reader of the output has closed it.
    case outputClosed = 141
    /// Stopped by SIGTERM.
    case terminated = 143
}
