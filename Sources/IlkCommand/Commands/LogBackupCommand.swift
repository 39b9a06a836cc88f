import ArgumentParser
import IlkDomains
import IlkStore

/// Copies the log while others write to it.
struct LogBackupCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the log into one file, while it is written to.",
        discussion: """
            The copy holds all that was stored when the command began, is looked through before it takes its name, and \
            holds all texts: keep it as you keep the log. `ilk log purge` does not reach it.
            """
    )

    static let examples = [
        CommandExample(
            "Remember a text",
            "echo 'see you at 8 then' | ilk classify --log --log-file mine.sqlite"),
        CommandExample("Copy the log", "ilk log backup mine.backup --log-file mine.sqlite"),
    ]

    @Argument(
        help: ArgumentHelp("The output file.", valueName: OutputFile.valueName), completion: .file())
    var file: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var logging: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let store = try LogBook.open(logging.logFile, folders: console.folders, access: .readOnly)
        let target = try file.target(replacing, inputs: logging.files(console.folders))
        try target.requireFile()
        try store.backUp(to: target.path, replacing: target.isForced)
        try store.close()
        console.note("backed up to \(target.path)")
    }
}
