import FoundationEssentials
import IlkDomains

/// Writes messages as a mailbox or as JSON lines.
struct MailExporting {
    /// How.
    var format: MailFileFormat
    /// Only of this account; nil for all.
    var account: Account?
    /// Only with this label; nil for all.
    var folder: String?
    /// Where what happens is told.
    var console: Console

    /// Writes all of them, the oldest first.
    ///
    /// - Returns: How many.
    @discardableResult
    func run(_ service: DatabaseService, to output: OutputWriter) async throws -> Int {
        let accounts = Dictionary(
            try await service.accounts.fetchAll().map { ($0.id, $0.email) },
            uniquingKeysWith: { first, _ in first })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var progress = ProgressLine(
            "messages", total: try await service.emails.count(account: account, folder: folder), on: console)
        defer { progress.erase() }
        var count = 0
        var last: EmailCursor?
        while true {
            let page = try await service.emails.stored(
                after: last, account: account, folder: folder, withSource: format == .mbox)
            guard let end = page.last else { break }
            for message in page {
                switch format {
                case .mbox: output.withBuffer { MailboxWriter.append(message, to: &$0) }
                case .ndjson:
                    let record = MailRecord(message, account: accounts[message.email.accountId] ?? "")
                    output.append(Array(try encoder.encode(record)) + [0x0A])
                }
                try output.endRecord()
            }
            count += page.count
            try progress.show(count)
            last = end.cursor
        }
        try output.flush()
        return count
    }
}
