import GRDB
import IlkStore

/// The kept counts held to a recount.
public struct MailAudit: Sendable, Hashable {
    /// What differs: what is counted, whose it is, what is kept and what there is.
    public var drifts: [String] = []

    /// Counts everything anew. Linear in the store's size.
    ///
    /// - Throws: `StoreError`.
    public static func run(_ service: DatabaseService) async throws -> MailAudit {
        try await service.store.read { try MailAudit($0) }
    }

    init(_ database: Database) throws {
        for (what, sql) in Self.queries {
            for row in try Row.fetchAll(database, sql: sql) {
                let (key, kept, real): (Int64, Int64, Int64) = (row[0], row[1] ?? -1, row[2] ?? -1)
                drifts.append("\(what) of \(key): \(kept) kept, \(real) counted")
            }
        }
    }

    private static let queries: [(String, String)] = [
        (
            "messages of account",
            "SELECT row, messages, n FROM (SELECT a.row, a.messages, (SELECT count(*) FROM email WHERE account = a.row) AS n FROM account a) WHERE messages <> n"
        ),
        (
            "unread of account",
            "SELECT row, unread, n FROM (SELECT a.row, a.unread, (SELECT count(*) FROM email WHERE account = a.row AND isRead = 0) AS n FROM account a) WHERE unread <> n"
        ),
        (
            "threads of account",
            "SELECT row, threads, n FROM (SELECT a.row, a.threads, (SELECT count(*) FROM emailThread WHERE account = a.row) AS n FROM account a) WHERE threads <> n"
        ),
        (
            "unread threads of account",
            "SELECT row, unreadThreads, n FROM (SELECT a.row, a.unreadThreads, (SELECT count(*) FROM emailThread WHERE account = a.row AND unread > 0) AS n FROM account a) WHERE unreadThreads <> n"
        ),
        (
            "messages of thread",
            "SELECT row, messages, n FROM (SELECT t.row, t.messages, (SELECT count(*) FROM email WHERE thread = t.row) AS n FROM emailThread t) WHERE messages <> n OR n = 0"
        ),
        (
            "unread of thread",
            "SELECT row, unread, n FROM (SELECT t.row, t.unread, (SELECT count(*) FROM email WHERE thread = t.row AND isRead = 0) AS n FROM emailThread t) WHERE unread <> n"
        ),
        (
            "newest of thread",
            "SELECT row, lastRow, n FROM (SELECT t.row, t.lastRow, (SELECT max(row) FROM email WHERE thread = t.row) AS n FROM emailThread t) WHERE lastRow <> n"
        ),
        (
            "messages of label",
            "SELECT row, messages, n FROM (SELECT l.row, l.messages, (SELECT count(*) FROM emailLabel WHERE label = l.row) AS n FROM label l) WHERE messages <> n"
        ),
        (
            "unread of label",
            "SELECT row, unread, n FROM (SELECT l.row, l.unread, (SELECT count(*) FROM emailLabel x JOIN email e ON e.row = x.email WHERE x.label = l.row AND e.isRead = 0) AS n FROM label l) WHERE unread <> n"
        ),
        (
            "thread of message",
            "SELECT e.row, e.thread, t.row FROM email e LEFT JOIN emailThread t ON t.row = e.thread WHERE t.row IS NULL"
        ),
    ]
}
