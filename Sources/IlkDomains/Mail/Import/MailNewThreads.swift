import GRDB
import IlkStore

/// The threads of messages that are planned (``MailNewRows``): those that are there and get more, and new ones.
///
/// Belongs to one transaction.
final class MailNewThreads {
    private struct Change {
        /// Nil when the thread is there.
        var name: [UInt8]?
        var messages: Int64 = 0
        var unread: Int64 = 0
        var lastRow: Int64
    }

    private let database: Database
    private let account: Int64
    private let threading: MailThreading
    private var changes: [Int64: Change] = [:]
    private var names: [[UInt8]: Int64] = [:]
    private var references: [Int64: Int64] = [:]
    private var nextRow: Int64?

    init(_ database: Database, account: Int64, threading: MailThreading) throws {
        (self.database, self.account, self.threading) = (database, account, threading)
    }

    /// Finds the thread of a message, as ``MailThreading`` does, or plans a new one.
    ///
    /// - Returns: Nil when it joins threads; then nothing is planned.
    func plan(_ row: MailRow, key: Int64) throws -> Int64? {
        let ids = threading.hashes(of: row, account)
        let known = try ids.map { try references[$0] ?? threading.known($0) }
        let found = Set(known.compactMap { $0 })
        let thread: Int64
        if row.threadID.isEmpty {
            guard found.count < 2 else { return nil }
            thread = try found.first ?? self.thread(of: threading.name(of: row, account), key)
        } else {
            thread = try self.thread(of: Array(row.texts[row.threadID]), key)
        }
        for (hash, found) in zip(ids, known) where found == nil { references[hash] = thread }
        var change = changes[thread] ?? Change(lastRow: key)
        change.messages += 1
        change.unread += row.isRead ? 0 : 1
        change.lastRow = max(change.lastRow, key)
        changes[thread] = change
        return thread
    }

    /// The thread of a name: one that is there, one that is planned, or a new one.
    private func thread(of name: [UInt8], _ key: Int64) throws -> Int64 {
        if let row = names[name] { return row }
        if let row = try threading.row(named: name, account) { return row }
        let next = try nextRow ?? (Int64.fetchOne(database, sql: "SELECT max(row) FROM emailThread") ?? 0) + 1
        nextRow = next + 1
        names[name] = next
        changes[next] = Change(name: name, lastRow: key)
        return next
    }

    /// Writes what is planned, as the triggers of the table would count it. Without them.
    func write() throws {
        var unreadThreads: Int64 = 0
        let insert = try RawStatement("INSERT INTO emailThread VALUES (?, ?, ?, ?, ?, ?)", on: database)
        let update = try RawStatement(
            """
            UPDATE emailThread SET messages = messages + ?, unread = unread + ?, lastRow = max(lastRow, ?) WHERE row = ?
                RETURNING unread
            """, on: database)
        for (row, change) in changes.sorted(by: { $0.key < $1.key }) {
            if let name = change.name {
                insert.bind(row, at: 1)
                insert.bind(account, at: 2)
                name.withUnsafeBytes { insert.bind(text: $0, at: 3) }
                insert.bind(change.lastRow, at: 4)
                insert.bind(change.messages, at: 5)
                insert.bind(change.unread, at: 6)
                try insert.run()
                unreadThreads += change.unread > 0 ? 1 : 0
            } else {
                update.bind(change.messages, at: 1)
                update.bind(change.unread, at: 2)
                update.bind(change.lastRow, at: 3)
                update.bind(row, at: 4)
                let unread = try update.run()
                unreadThreads += change.unread > 0 && unread == change.unread ? 1 : 0
            }
        }
        try database.execute(
            sql: "UPDATE account SET threads = threads + ?, unreadThreads = unreadThreads + ? WHERE row = ?",
            arguments: [names.count, unreadThreads, account])
        for (hash, thread) in references.sorted(by: { $0.key < $1.key }) {
            try threading.note(hash, of: thread)
        }
        changes.removeAll(keepingCapacity: true)
        names.removeAll(keepingCapacity: true)
        references.removeAll(keepingCapacity: true)
        nextRow = nil
    }
}
