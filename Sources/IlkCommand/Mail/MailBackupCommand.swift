import ArgumentParser
import IlkDomains

/// Copies the mail while others write to it.
struct MailBackupCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the mail into one file, while it is written to.",
        discussion: """
            The copy holds accounts, messages with the bytes that they came as, labels and what was said of them, and is \
            looked through before it takes its name. ilk mail purge does not reach it.
            """
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("Copy", "ilk mail backup mail.backup --mail-file mail.sqlite")
        ]

    @Argument(
        help: ArgumentHelp("The output file.", valueName: OutputFile.valueName), completion: .file())
    var file: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var mail: MailPlaceOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console)
        let target = try file.target(replacing, inputs: mail.files(console.folders))
        try target.requireFile()
        try service.backUp(to: target.path, replacing: target.isForced)
        console.note("backed up to \(target.path)")
        try service.close()
    }
}
