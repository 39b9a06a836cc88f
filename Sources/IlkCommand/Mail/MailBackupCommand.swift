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

    @Argument(help: "The file to make.", completion: .file())
    var file: String

    @Flag(help: "Replace a file of that name.")
    var force = false

    @OptionGroup var mail: MailPlaceOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console)
        try service.backUp(to: file, replacing: force)
        console.note("backed up to \(file)")
        try service.close()
    }
}
