import ArgumentParser
import Glibc
import IlkDomains

/// Takes mail out for good.
struct MailPurgeCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract: "Take mail out for good: what a query finds, or all.",
        discussion: """
            No byte of it is left in the store's files. Models of folders that learned from the store go. Copies and exports are not reached. A purge that was cut off is gone on \
            with by --resume, or by the next one.
            """
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("What would go", "ilk mail purge 'from:ann' --dry-run --mail-file mail.sqlite"),
            CommandExample("Let it go", "ilk mail purge 'from:ann' --yes --mail-file mail.sqlite"),
        ]

    @Argument(help: "Which messages: a query as of ilk mail search.")
    var query: [String] = []

    @OptionGroup var mail: MailFileOptions

    @Flag(help: "All messages.")
    var all = false

    @Flag(help: "Go on with a purge that was cut off.")
    var resume = false

    @Flag(name: [.customShort("n"), .long], help: "Show what would go, and take nothing.")
    var dryRun = false

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if [!query.isEmpty, all, resume].filter({ $0 }).count != 1 {
            throw ValidationError("Say which messages: a query, --all, or --resume.")
        }
        if !dryRun, !yes, !resume, isatty(STDIN_FILENO) == 0 {
            throw ValidationError("Nobody can be asked here: to have it done say --yes.")
        }
    }

    func run() async throws {
        try await MailPurging(
            query: all ? nil : query.joined(separator: " "), account: mail.account, isResumed: resume,
            isDry: dryRun,
            asks: !yes, console: .standard(display)
        ).run(mail.mailFile)
    }
}
