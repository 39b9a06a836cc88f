import ArgumentParser

/// The wait for a log that another program has locked.
struct LogWaitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long to wait for a locked log. (default: 5)", valueName: "seconds"),
        transform: seconds)
    var logWait: Double?

    /// The wait.
    var patience: Duration { .seconds(logWait ?? 5) }

    private static func seconds(_ text: String) throws -> Double {
        guard let seconds = Double(text), (0...86_400).contains(seconds) else {
            throw ValidationError("it takes seconds from 0 to 86400.")
        }
        return seconds
    }
}
