import IlkMail
import IlkConsole
import ArgumentParser

struct MailLabelsCommand: StoreCommand, OutputArguments {
    static let help = MailApplication.text(
        "labels",
        abstract: "List labels and folders with their numbers of messages.",
        examples: [
            "List all labels": "labels",
            "List the labels as NDJSON": "labels --format ndjson",
        ])

    @OptionGroup var place: MailPlaceOptions
    @OptionGroup var of: MailAccountOptions

    @OptionGroup var output: OutputOptions<OutputFormat>

    func run(on open: OpenStore<MailApplication>) async throws {
        let chosen = try await of.selection(in: open)
        var records: [(label: Label, account: String)] = []
        for account in try await open.store.accounts.fetchAll() where chosen == nil || chosen == account {
            records += try await open.store.labels.fetchAll(account: account).map { ($0, account.email) }
        }
        let console = open.console
        try console.write(
            records: records.map { $0.label.fields(account: $0.account) }, as: format,
            empty: "No matching labels."
        ) {
            var table = Table([
                .init("label", minWidth: 12, tone: .strong), .init("messages", .right),
                .init("unread", .right), .init("account", tone: .faint, dispensability: 1),
            ])
            for (label, account) in records {
                table.add([label.name, "\(label.messagesTotal)", "\(label.messagesUnread)", account])
            }
            return table.rendered(console.style, within: console.room)
        }
    }
}
