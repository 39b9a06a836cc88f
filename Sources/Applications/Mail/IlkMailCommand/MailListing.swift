import IlkConsole
import FoundationEssentials
import IlkMail

/// Shows a page of messages.
struct MailListing {
    /// How they are shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Shows them.
    func show(_ emails: [Email], of service: DatabaseService) async throws {
        let accounts = Dictionary(
            try await service.accounts.fetchAll().map { ($0.id, $0.email) },
            uniquingKeysWith: { first, _ in first })
        let records = emails.map { MailRecord($0, account: accounts[$0.accountId] ?? "") }
        switch format {
        case .text:
            console.output.append(
                MailTable(style: console.style, columns: console.room).text(emails, accounts: accounts))
        case .json: try console.write(json: records)
        case .ndjson: for record in records { try console.write(json: record, isPretty: false) }
        }
        try console.output.flush()
    }
}
