import FoundationEssentials
import IlkDomains

/// Shows a page of messages.
struct MailListing {
    /// How they are shown.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Shows them, and where the next page begins.
    func show(_ page: EmailRepository.Page, of service: DatabaseService) async throws {
        let accounts = Dictionary(
            try await service.accounts.fetchAll().map { ($0.id, $0.email) },
            uniquingKeysWith: { first, _ in first })
        let records = page.emails.map { MailRecord($0, account: accounts[$0.accountId] ?? "") }
        switch format {
        case .text:
            if !page.emails.isEmpty {
                console.output.append(
                    MailTable(style: console.style, columns: console.room).text(
                        page.emails, accounts: accounts))
            }
        case .json: try console.write(json: records)
        case .ndjson: for record in records { try console.write(json: record, isPretty: false) }
        }
        try console.output.flush()
        if let next = page.next, format != .json { console.note("more: --cursor \(next)") }
    }
}
