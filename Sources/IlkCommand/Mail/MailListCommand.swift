import ArgumentParser
import IlkDomains

/// Lists mail.
struct MailListCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls", abstract: "List mail, newest first: of an account, of a folder, read or unread.")

    static let examples =
        MailExamples.beginning + [
            CommandExample("All of it", "ilk mail ls --mail-file mail.sqlite"),
            CommandExample(
                "Of a folder, for programs",
                "ilk mail ls --folder mine --format ndjson --mail-file mail.sqlite"),
        ]

    @OptionGroup var mail: MailFileOptions

    @Option(help: ArgumentHelp("Only with this label.", valueName: "label"))
    var folder: String?

    @Flag(help: "Only unread ones.")
    var unread = false

    @Flag(help: "Only read ones.")
    var read = false

    @Option(
        help: ArgumentHelp("How many messages to show.", valueName: "count"), transform: CountArgument.fromOne
    )
    var limit: Int = 20

    @Option(help: ArgumentHelp("Only what comes behind this place.", valueName: "cursor"))
    var cursor: String?

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if read && unread { throw ValidationError("--read and --unread exclude one another.") }
        if let cursor, EmailCursor(cursor) == nil {
            throw ValidationError("--cursor takes what the page before ended with.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console)
        let account = try await MailBook.account(mail.account, of: service)
        let page = try await service.emails.page(
            account: account, folder: MailBook.folder(folder, account: account, of: service),
            isRead: read ? true : unread ? false : nil, limit: limit,
            before: cursor.flatMap { EmailCursor($0) })
        try await MailListing(format: format, console: console).show(page, of: service)
        try service.close()
    }
}
