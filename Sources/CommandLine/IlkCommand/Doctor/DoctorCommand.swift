package import IlkConsole
package import ArgumentParser

/// Says what the program stands on, and whether it is sound.
package struct DoctorCommand<Edition: ProgramEdition>: AsyncParsableCommand, ExemplifiedCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "doctor",
            abstract: "Say what ilk stands on, and whether it is sound.",
            discussion: "Ends with 1 when something is not."
        )
    }

    package static var examples: [CommandExample] {
        [
            CommandExample("Libraries, and the files of all stores", "ilk doctor"),
            CommandExample("Every row and index looked at", "ilk doctor --thorough"),
            CommandExample("For a program", "ilk doctor --format json"),
        ]
    }

    @OptionGroup var logging: LogFileOptions

    @OptionGroup var stores: Edition.Examination

    @Flag(help: "Hold indexes, checksums and counts against the rows too: minutes where there are millions.")
    var thorough = false

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    package init() {}

    package func run() async throws {
        let console = Console.standard(display)
        try await HealthCheck(
            logFile: logging.logFile, stores: stores.examinations(console), isThorough: thorough,
            format: format, console: console
        ).run()
    }
}
