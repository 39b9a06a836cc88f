import ArgumentParser
import Foundation
import IlkConsole
import IlkMail
import IlkStore

extension MailApplication: ExportApplication {
    typealias FileFormat = MailFileFormat

    /// The messages to export.
    struct ExportChoice: ExportChoiceOptions {
        @OptionGroup var of: MailAccountOptions

        @Option(help: ArgumentHelp("Only with this label.", valueName: "label"))
        var folder: String?
    }

    static let exportText = CommandText(
        abstract:
            "Write mail as a mailbox (mboxrd: the bytes that came, quoted) or as JSON lines, the oldest first.",
        discussion: "A file is made for its owner only, and takes its name when it is whole.",
        examples: beginning + [
            CommandExample("As JSON lines", "ilk mail export --format ndjson --mail-file mail.sqlite"),
            CommandExample(
                "A folder as a mailbox", "ilk mail export --folder mine -o out.mbox --mail-file mail.sqlite"),
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        let account = try await request.choice.of.account(in: open.store)
        let folder = try await MailBook.folder(request.choice.folder, account: account, of: open.store)
        let accounts = Dictionary(
            try await open.store.accounts.fetchAll().map { ($0.id, $0.email) },
            uniquingKeysWith: { first, _ in first })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var progress = ProgressLine(
            words.records, total: try await open.store.emails.count(account: account, folder: folder),
            on: open.console)
        defer { progress.erase() }
        var count = 0
        let selection = MailSelection(account: account, folder: folder, withSource: request.format == .mbox)
        try await open.store.forEachPage(matching: selection, of: 200) { page in
            for message in page {
                switch request.format {
                case .mbox: output.withBuffer { MailboxWriter.append(message, to: &$0) }
                case .ndjson:
                    let record = MailRecord(message, account: accounts[message.email.accountId] ?? "")
                    output.append(Array(try encoder.encode(record)) + [0x0A])
                }
                try output.endRecord()
            }
            count += page.count
            try progress.show(count)
        }
        try output.flush()
        return count
    }
}
