import IlkConsole
import ArgumentParser
import IlkMail
import IlkStore

/// Says how many messages are unread.
struct MailUnreadCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "unread", abstract: "Say how many messages are unread, by counts that the store keeps.",
        discussion:
            "With --audit everything is counted anew; where a kept count differs that is told, and the status is 1."
    )

    static let examples =
        MailExamples.beginning + [
            CommandExample("Of all", "ilk mail unread --mail-file mail.sqlite"),
            CommandExample("Are the counts right?", "ilk mail unread --audit --mail-file mail.sqlite"),
        ]

    @OptionGroup var mail: MailFileOptions

    @Option(help: ArgumentHelp("Only with this label.", valueName: "label"))
    var folder: String?

    @Flag(help: "Hold the kept counts to a recount.")
    var audit = false

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console)
        let account = try await MailBook.account(mail.account, of: service)
        let label = try await MailBook.folder(folder, account: account, of: service)
        let count = try await service.emails.unreadCount(account: account, folder: label)
        console.output.append("\(count)\n")
        try console.output.flush()
        let drifts = audit ? try await MailAudit.run(service).drifts : []
        try service.close()
        for drift in drifts { console.note(drift) }
        if !drifts.isEmpty { throw CommandFailure(.negative, "") }
    }
}
