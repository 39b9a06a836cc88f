import ArgumentParser
import IlkDomains

/// Takes mail out for good.
struct MailPurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Erase mail from the store: the messages that a query finds, or all.",
        discussion: """
            Shows the number of messages and asks first; without a terminal it needs --yes. No byte of the messages is left in \
            the database, its write-ahead log and its search index. Models of folders that learned from the store are \
            deleted. Backups, exports, the mailboxes that were imported and the free blocks of the file system are not \
            reached. --resume, or the next purge, continues an interrupted one without asking.
            """
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("What would go", "ilk mail purge 'from:ann' --dry-run --mail-file mail.sqlite"),
            CommandExample("Delete them", "ilk mail purge 'from:ann' --yes --mail-file mail.sqlite"),
        ]

    @Argument(help: "Which messages: a query as of ilk mail search.")
    var query: [String] = []

    @OptionGroup var mail: MailFileOptions

    @Flag(help: "All messages.")
    var all = false

    @Flag(help: "Go on with a purge that was cut off.")
    var resume = false

    @OptionGroup var erasure: ErasureOptions

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if [!query.isEmpty, all, resume].filter({ $0 }).count != 1 {
            throw ValidationError("Say which messages: a query, --all, or --resume.")
        }
        if erasure.dryRun && resume { throw ValidationError("--dry-run does not go with --resume.") }
    }

    func run() async throws {
        try await MailPurging(
            query: all ? nil : query.joined(separator: " "), account: mail.account, isResumed: resume,
            erasure: erasure, console: .standard(display)
        ).run(mail.mailFile)
    }
}
