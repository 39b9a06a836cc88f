package import ArgumentParser

/// The location of the log.
package struct LogFileOptions: StoreFileOptions {
    @Option(
        "The log file. (default: log.sqlite in the data folder)", value: "file",
        completion: .file())
    package var logFile: String?

    package var file: String? { logFile }

    package init() {}
}
