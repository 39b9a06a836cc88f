import ArgumentParser
import Ilk
import IlkDomains
import IlkStore

/// Brings a backup of the mail back.
struct MailRestoreCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a backup of the mail back.",
        discussion: """
            Replaces mail that exists: shows the number of its messages and asks first; without a terminal it needs --yes. Refused with 75 while another \
            program has it open, with 65 when the backup is damaged or of something else, and with 78 when a newer ilk made it.
            """
    )

    static let examples =
        MailBackupCommand.examples + [
            CommandExample("Bring it back", "ilk mail restore mail.backup --yes --mail-file mail.sqlite")
        ]

    @Argument(help: "What ilk mail backup made.", completion: .file())
    var file: String

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var mail: MailPlaceOptions
    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let restoring = BackupRestoring(
            contents: { path in
                let service = try DatabaseService.open(.file(path), access: .readOnly)
                defer { try? service.close() }  // It was only read.
                return DecimalText.counted(try await service.emails.count(), "message")
            },
            restore: { try DatabaseService.restore($0, to: $1) })
        try await restoring.run(file, to: mail.mailFile ?? console.folders.mail, erasure, console)
    }
}
