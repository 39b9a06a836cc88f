import IlkConsole
import ArgumentParser

/// From which probability on a category is claimed.
struct ThresholdOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Claim no category that is less probable than this, 0 to 1; name=probability for one category, \
            name=never to claim it not at all. May be repeated. (default: 0.5)
            """, valueName: "probability"))
    var threshold: [ThresholdChoice] = []

    @Option(
        help: ArgumentHelp(
            "The thresholds of a promise: what ilk eval --max-error wrote with --save-thresholds.",
            valueName: "file"), completion: .file(extensions: ["json"]))
    var thresholds: String?

    func validate() throws {
        if thresholds != nil && !threshold.isEmpty {
            throw ValidationError("--thresholds keep a promise together: leave out --threshold.")
        }
    }

    /// The values of the options.
    var settings: ThresholdSettings { ThresholdSettings(choices: threshold, file: thresholds) }
}
