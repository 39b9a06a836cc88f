import ArgumentParser
import FoundationEssentials
import IlkDomains
import IlkStore

/// Finds mail.
struct MailSearchCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find mail by words and fields, newest first.",
        discussion: """
            All must hold, unless OR stands between two; -word must not be there (put -- before a query that begins so); \
            "two words" stand one behind the other, begin* is how a word begins, brackets group. Fields: from: to: \
            subject: body: tag: is:unread|read|starred has:attachment date:2024-01..2024-03 newer_than:7d older_than:1y \
            id: thread: category: size>100000. With --substring any stretch of subject, sender and beginning is found, as \
            it stands. Ends with 1 when there is nothing.
            """
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample(
                "By words and fields", "ilk mail search 'from:ann subject:lunch' --mail-file mail.sqlite"),
            CommandExample(
                "By a stretch of letters", "ilk mail search --substring unc --mail-file mail.sqlite"),
        ]

    @Argument(help: "What is looked for.")
    var query: [String]

    @Flag(help: "Find the text as it stands within subject, sender and beginning: at most 100.")
    var substring = false

    @OptionGroup var mail: MailFileOptions

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
        if let cursor, EmailCursor(cursor) == nil {
            throw ValidationError("--cursor takes what the page before ended with.")
        }
    }

    func run() async throws {
        let console = Console.standard(display)
        let listing = MailListing(format: format, console: console)
        let text = query.joined(separator: " ")
        let asked = substring ? nil : try MailQuery(text, calendar: MailBook.calendar(now: Date()))
        for remark in asked?.query.remarks ?? [] { console.note(remark.description) }
        let service = try MailBook.open(mail.mailFile, console)
        let account = try await MailBook.account(mail.account, of: service)
        let page: EmailRepository.Page
        if let asked {
            page = try await service.emails.search(
                asked, account: account, limit: limit, before: cursor.flatMap { EmailCursor($0) })
        } else {
            let found = try await service.emails.search(query: text, account: account)
            page = EmailRepository.Page(emails: Array(found.prefix(limit)), next: nil)
        }
        try await listing.show(page, of: service)
        try service.close()
        if page.emails.isEmpty {
            console.noteNothing(format)
            throw CommandFailure(.negative, "")
        }
    }
}
