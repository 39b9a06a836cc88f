import ArgumentParser

/// Says what the program stands on, and whether it is sound.
struct DoctorCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what ilk stands on, and whether it is sound.",
        discussion: "Ends with 1 when something is not."
    )

    static let examples = [
        CommandExample("Libraries and the log", "ilk doctor"),
        CommandExample("For a program", "ilk doctor --format json"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        try await HealthCheck(logFile: logging.logFile, format: format, console: console).run()
    }
}
