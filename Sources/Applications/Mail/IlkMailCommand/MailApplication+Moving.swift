import ArgumentParser
import IlkConsole
import IlkMail
import IlkStore

extension MailApplication: ExportApplication {
    typealias FileFormat = MailFileFormat
    typealias ExportChoice = MailFolderOptions

    static let userFields = ["from.address"]

    static let exportText = text(
        "export",
        abstract: "Export mail as a mailbox (mboxrd) or NDJSON, oldest message first.",
        discussion: """
            A mailbox contains the original bytes of the messages. A message that was imported with \
            --no-source is rebuilt from its stored fields. NDJSON contains the fields of the messages, the \
            verdicts and the corrections; 'ilk mail import' reads only the corrections from it. Only the \
            owner can read the file. The file gets its final name when it is complete.
            """,
        examples: [
            "Export as NDJSON": "export --format ndjson",
            "Export a folder as a mailbox": "export --folder mine -o out.mbox",
        ])

    static func export(
        _ request: ExportRequest<Self>, from open: OpenStore<Self>, to output: OutputWriter
    ) async throws -> Int {
        var selection = request.selection
        selection.withSource = request.format == .mbox
        let accounts = try await MailStoreAccess.addresses(of: open.store)
        var progress = ProgressLine(
            words.records,
            total: try await open.store.emails.count(account: selection.account, folder: selection.folder),
            on: open.console)
        defer { progress.erase() }
        var count = 0
        try await open.store.forEachPage(matching: selection, of: 200) { page in
            for message in page {
                switch request.format {
                case .mbox: output.withBuffer { MailboxWriter.append(message, to: &$0) }
                case .ndjson:
                    let account = accounts[message.email.accountId] ?? ""
                    try output.append(json: message.fields(account: account), isPretty: false)
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

/// The output formats of an export, for `--format`.
enum MailFileFormat: String, StoreFileFormat {
    /// A mailbox in the variant mboxrd.
    case mbox
    /// A JSON object per line.
    case ndjson

    static let standard = MailFileFormat.mbox

    /// Returns the format for a file's name, or `nil` if its extension is unknown.
    init?(path: String) {
        switch path.split(separator: ".").last {
        case "mbox", "mbx": self = .mbox
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }
}
