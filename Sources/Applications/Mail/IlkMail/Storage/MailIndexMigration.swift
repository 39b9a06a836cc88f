import GRDB
import IlkStore

/// A schema migration that indexes messages again, because the folding (the removal of case and accents) has
/// changed. ``SearchIndexRefolding`` does this for other stores.
struct MailIndexMigration {
    /// The number of messages after which pending changes are written to the indexes.
    private static let messagesAtOnce = 512

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Indexes the messages with characters outside ASCII again. The folded form of ASCII texts has not
    /// changed.
    func run() throws {
        let texts =
            "subject || fromAddress || ifnull(fromName, '') || recipients || copies || snippet || ifnull(body, '')"
        let rows = try Int64.fetchAll(
            database,
            sql: "SELECT row FROM email WHERE \(SearchIndexRefolding.isBeyondASCII(texts)) ORDER BY row")
        let reader = try EmailReader(database)
        let index = MailIndex(database)
        for (place, row) in rows.enumerated() {
            guard let email = try reader.email(at: row) else { continue }
            let message = MailRow(email)
            let (old, new) = (MailSearchForm.legacy(message), MailSearchForm(message))
            if old != new {
                index.remove(old, at: row)
                index.add(new, at: row)
            }
            if place % Self.messagesAtOnce == 0 { try index.finish() }
        }
        try index.finish()
    }
}
