package import ArgumentParser

/// The location of the log.
package struct LogFileOptions: StoreFileOptions {
    @Option(
        "The log's file. (default: ilk/log.sqlite in the user's data folder)", value: "file",
        completion: .file())
    package var logFile: String?

    package var file: String? { logFile }

    package init() {}
}
