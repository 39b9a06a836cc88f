import ArgumentParser
import Ilk
import IlkDomains

/// Brings a backup of the mail back.
struct MailRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the mail back.",
        discussion: """
            Refused with 73 where there is mail, but for --force: then what is there is gone. Refused with 75 while another \
            program has it open, with 65 when the backup is damaged or of something else, and with 78 when a newer ilk made it.
            """
    )

    static let examples =
        MailBackupCommand.examples + [
            CommandExample("Bring it back", "ilk mail restore mail.backup --force --mail-file mail.sqlite")
        ]

    @Argument(help: "What ilk mail backup made.", completion: .file())
    var file: String

    @Flag(help: "Replace the mail that is there.")
    var force = false

    @OptionGroup var mail: MailPlaceOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let restoring = BackupRestoring(
            found: "there is mail already", hint: "back it up, then say --force: what is there will be gone",
            restore: { try DatabaseService.restore($0, to: $1) })
        try restoring.run(file, to: mail.mailFile ?? console.folders.mail, isForced: force, console)
    }
}
