import GRDB
import IlkStore

/// Brings the words of both search indexes into the form that they have now, as ``SearchFolding`` does elsewhere. A step of
/// the schema's history.
struct MailFolding {
    /// How many messages wait for being sorted into the indexes.
    private static let messagesAtOnce = 512

    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Changes the messages that have other letters than those of ASCII.
    ///
    /// - Throws: SQLite's errors.
    func run() throws {
        let texts =
            "subject || fromAddress || ifnull(fromName, '') || recipients || copies || snippet || ifnull(body, '')"
        let rows = try Int64.fetchAll(
            database, sql: "SELECT row FROM email WHERE \(SearchFolding.isBeyondASCII(texts)) ORDER BY row")
        let reader = try EmailReader(database)
        let index = MailIndex(database)
        for (place, row) in rows.enumerated() {
            guard let email = try reader.email(at: row) else { continue }
            let message = MailRow(email)
            let (old, new) = (MailSearchForm.former(message), MailSearchForm(message))
            if old != new {
                index.remove(old, at: row)
                index.add(new, at: row)
            }
            if place % Self.messagesAtOnce == 0 { try index.finish() }
        }
        try index.finish()
    }
}
