import GRDB
import IlkStore

/// Assigns messages to threads by Message-ID. A message joins the threads of the messages that it refers to,
/// and of the messages that refer to it. Subjects are ignored.
///
/// An instance must be created, used and released within one access to a database connection.
final class ThreadAssigner {
    private let find: RawStatement
    private let note: RawStatement
    private let make: RawStatement
    private let named: RawStatement
    private let database: Database

    init(_ database: Database) throws {
        self.database = database
        find = try RawStatement("SELECT thread FROM emailReference WHERE hash = ?", on: database)
        note = try RawStatement("INSERT OR IGNORE INTO emailReference VALUES (?, ?)", on: database)
        make = try RawStatement(
            "INSERT INTO emailThread (account, threadId, lastRow) VALUES (?, ?, ?)", on: database)
        named = try RawStatement(
            "SELECT row FROM emailThread WHERE threadId = ? AND account = ?", on: database)
    }

    /// Returns the thread of a message, and creates the thread if necessary. If the message has no thread key
    /// and connects several threads, these threads are merged.
    func thread(of row: MailRow, account: Int64, key: Int64) throws -> Int64 {
        let ids = hashes(of: row, account)
        let known = try ids.map { try find.run($0) }
        let thread: Int64
        if row.threadID.isEmpty {
            var threads: [Int64] = []
            for found in known { if let found, !threads.contains(found) { threads.append(found) } }
            thread = try merged(threads) ?? threadRow(name(of: row, account), account, key)
        } else {
            thread = try threadRow(row.string(row.threadID), account, key)
        }
        for (hash, found) in zip(ids, known) where found == nil { try note.run(hash, thread) }
        return thread
    }

    /// Returns the hashes of the message's own id and of the ids that it refers to, without duplicates.
    private func hashes(of row: MailRow, _ account: Int64) -> [Int64] {
        var ids = row.messageID.map { [row.texts[$0]] } ?? []
        if !row.references.isEmpty {
            ids += row.texts[row.references].split(
                separator: PackedList.entrySeparator, omittingEmptySubsequences: false)
        }
        var hashes: [Int64] = []
        for id in ids {
            let hash = ReferenceHash.of(id, account: account)
            if !hashes.contains(hash) { hashes.append(hash) }
        }
        return hashes
    }

    /// Returns the key of a thread that begins with a message.
    private func name(of row: MailRow, _ account: Int64) -> String {
        let own = ReferenceHash.of(row.texts[row.messageID ?? row.key], account: account)
        return "T" + String(UInt64(bitPattern: own), radix: 16)
    }

    /// Returns the row of the thread with a key, and creates the thread if necessary.
    func threadRow(_ name: String, _ account: Int64, _ key: Int64) throws -> Int64 {
        if let row = try named.run(name, account) { return row }
        try make.run(account, name, key)
        return database.lastInsertedRowID
    }

    /// Merges threads into the thread with the most messages.
    private func merged(_ threads: [Int64]) throws -> Int64? {
        guard threads.count > 1 else { return threads.first }
        let marks = threads.map { _ in "?" }.joined(separator: ", ")
        let largest = try Int64.fetchOne(
            database,
            sql: "SELECT row FROM emailThread WHERE row IN (\(marks)) ORDER BY messages DESC, row LIMIT 1",
            arguments: StatementArguments(threads))
        guard let largest else { return nil }
        for thread in threads where thread != largest {
            try database.execute(
                sql: "UPDATE emailReference SET thread = ? WHERE thread = ?", arguments: [largest, thread])
            // The trigger `emailThread_emptied` deletes the thread after its last message has moved.
            try database.execute(
                sql: "UPDATE email SET thread = ? WHERE thread = ?", arguments: [largest, thread])
        }
        return largest
    }
}
