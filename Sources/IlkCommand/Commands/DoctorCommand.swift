import ArgumentParser

/// Says what the program stands on, and whether it is sound.
struct DoctorCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what ilk stands on, and whether it is sound.",
        discussion: "Ends with 1 when something is not."
    )

    static let examples = [
        CommandExample("Libraries, and the files of all stores", "ilk doctor"),
        CommandExample("Every row and index looked at", "ilk doctor --thorough"),
        CommandExample("For a program", "ilk doctor --format json"),
    ]

    @OptionGroup var logging: LogFileOptions

    @Option(
        help: ArgumentHelp(
            "The calls' file. (default: ilk/calls.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var callsFile: String?

    @Option(
        help: ArgumentHelp(
            "The mail store's file. (default: ilk/mail.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var mailFile: String?

    @OptionGroup var debug: DebugFileOptions

    @Option(
        help: ArgumentHelp(
            "The usage store's file. (default: ilk/usage.sqlite in the user's data folder)", valueName: "file"
        ), completion: .file())
    var usageFile: String?

    @OptionGroup var hub: HubFileOptions

    @Flag(help: "Hold indexes, checksums and counts against the rows too: minutes where there are millions.")
    var thorough = false

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        try await HealthCheck(
            logFile: logging.logFile, callsFile: callsFile, mailFile: mailFile,
            debugFile: debug.debugFile, usageFile: usageFile, hubFile: hub.hubFile, isThorough: thorough,
            format: format, console: console
        ).run()
    }
}
