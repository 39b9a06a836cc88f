import IlkMail
import IlkConsole
import ArgumentParser
import IlkStore

/// Deletes all but the newest mail of an account.
struct MailTrimCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim", abstract: "Delete all but the newest messages of an account.",
        discussion:
            "Shows the number of messages and asks first; without a terminal it needs --yes. ilk mail purge also erases them from the file."
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample(
                "What would go", "ilk mail trim --account local --keep 1000 --dry-run --mail-file mail.sqlite"
            ),
            CommandExample(
                "Delete them", "ilk mail trim --account local --keep 1000 --yes --mail-file mail.sqlite"),
        ]

    @Option(
        help: ArgumentHelp(
            "The mail store's file. (default: ilk/mail.sqlite in the user's data folder)", valueName: "file"),
        completion: .file())
    var mailFile: String?

    @Option(help: ArgumentHelp("The account.", valueName: "address"))
    var account: String

    @Option(
        help: ArgumentHelp("How many messages stay.", valueName: "count"), transform: CountArgument.fromZero)
    var keep: Int = 1000

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let reading = try MailBook.open(mailFile, console)
        guard let account = try await MailBook.account(account, of: reading) else { return }
        let count = max(0, try await reading.emails.count(account: account, folder: nil) - keep)
        try reading.close()
        guard count > 0 else { return console.note("No matching messages.") }
        guard try erasure.allows("delete", DecimalText.counted(count, "message"), console) else { return }
        let service = try MailBook.open(mailFile, console, access: .readWrite)
        let gone = try await service.emails.trim(account: account, keepCount: keep)
        console.note("Deleted \(DecimalText.counted(gone, "message")).")
        try service.close()
    }
}
