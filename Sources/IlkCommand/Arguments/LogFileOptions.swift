import ArgumentParser

/// Where the log is.
struct LogFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The log's file. (default: ilk/log.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var logFile: String?
}
