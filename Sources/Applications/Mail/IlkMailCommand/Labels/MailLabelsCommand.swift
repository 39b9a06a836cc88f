import IlkMail
import IlkConsole
import IlkRules
import ArgumentParser
import IlkStore

/// Lists labels.
struct MailLabelsCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "labels",
        abstract: "List folders and labels with how many messages each has, and how many unread.")

    static let examples =
        MailExamples.beginning + [
            CommandExample("All", "ilk mail labels --mail-file mail.sqlite"),
            CommandExample("For programs", "ilk mail labels --format ndjson --mail-file mail.sqlite"),
        ]

    @OptionGroup var mail: MailFileOptions

    @Option(help: "The shape of the output.")
    var format: OutputFormat = .text

    @OptionGroup var display: DisplayOptions

    func run() async throws {
        let console = Console.standard(display)
        let service = try MailBook.open(mail.mailFile, console)
        var records: [MailLabelRecord] = []
        let chosen = try await MailBook.account(mail.account, of: service)
        for account in try await service.accounts.fetchAll() where chosen == nil || chosen == account {
            records += try await service.labels.fetchAll(account: account).map {
                MailLabelRecord($0, account: account.email)
            }
        }
        switch format {
        case .text:
            var table = Table([
                .init("label", minWidth: 12, tone: .strong), .init("messages", .right),
                .init("unread", .right),
                .init("account", tone: .faint, dispensability: 1),
            ])
            for record in records {
                table.add([record.name, String(record.messages), String(record.unread), record.account])
            }
            console.output.append(table.rendered(console.style, within: console.room))
        case .json: try console.write(json: records)
        case .ndjson: for record in records { try console.write(json: record, isPretty: false) }
        }
        try console.output.flush()
        try service.close()
    }
}
