import ArgumentParser
import Glibc
import IlkDomains
import IlkStore

/// Deletes all but the newest mail of an account.
struct MailTrimCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim", abstract: "Delete all but the newest messages of an account.",
        discussion: "Asks before it deletes; where nobody can be asked it wants --yes."
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample(
                "What would go", "ilk mail trim --account local --keep 1000 --dry-run --mail-file mail.sqlite"
            ),
            CommandExample(
                "Let it go", "ilk mail trim --account local --keep 1000 --yes --mail-file mail.sqlite"),
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

    @Flag(name: [.customShort("n"), .long], help: "Say how many would go, and delete none.")
    var dryRun = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mailFile, console, access: dryRun ? .readOnly : .readWrite)
        guard let account = try await MailBook.account(account, of: service) else { return }
        let count = max(0, try await service.emails.count(account: account, folder: nil) - keep)
        if dryRun || count == 0 {
            console.note("\(DecimalText.counted(count, "message")) would be deleted")
        } else {
            if !yes { try ask(count) }
            let gone = try await service.emails.trim(account: account, keepCount: keep)
            console.note("\(DecimalText.counted(gone, "message")) deleted")
        }
        try service.close()
    }

    private func ask(_ count: Int) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                .usage, "\(count) messages would be deleted", hint: "to have it done say --yes")
        }
        StandardError.write("delete \(DecimalText.counted(count, "message"))? [y/N] ")
        guard readLine()?.lowercased().hasPrefix("y") == true else {
            throw CommandFailure(.negative, "nothing was deleted")
        }
    }
}
