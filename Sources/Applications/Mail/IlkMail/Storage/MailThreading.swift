import GRDB
import IlkStore

/// Finds the thread of a message: by the Message-IDs that it answers and by those that answer it, never by its subject.
///
/// Belongs to a connection: make, use and release it inside that connection's access.
final class MailThreading {
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

    /// The row of the thread that a message belongs to, made where it is missing. Threads that the message joins become one.
    func thread(of row: MailRow, account: Int64, key: Int64) throws -> Int64 {
        let ids = hashes(of: row, account)
        let known = try ids.map { try find.run($0) }
        let thread: Int64
        if row.threadID.isEmpty {
            var threads: [Int64] = []
            for found in known { if let found, !threads.contains(found) { threads.append(found) } }
            thread = try joined(threads) ?? made(name(of: row, account), account, key)
        } else {
            thread = try made(row.string(row.threadID), account, key)
        }
        for (hash, found) in zip(ids, known) where found == nil { try note.run(hash, thread) }
        return thread
    }

    /// Of the message's own id, then of those that it answers.
    private func hashes(of row: MailRow, _ account: Int64) -> [Int64] {
        var ids = row.messageID.map { [row.texts[$0]] } ?? []
        if !row.references.isEmpty {
            ids += row.texts[row.references].split(
                separator: PackedList.between, omittingEmptySubsequences: false)
        }
        var hashes: [Int64] = []
        for id in ids {
            let hash = ReferenceHash.of(id, account: account)
            if !hashes.contains(hash) { hashes.append(hash) }
        }
        return hashes
    }

    /// What a thread is called that begins with a message.
    private func name(of row: MailRow, _ account: Int64) -> String {
        let own = ReferenceHash.of(row.texts[row.messageID ?? row.key], account: account)
        return "T" + String(UInt64(bitPattern: own), radix: 16)
    }

    /// The thread of that name; a new one where there is none.
    func made(_ name: String, _ account: Int64, _ key: Int64) throws -> Int64 {
        if let row = try named.run(name, account) { return row }
        try make.run(account, name, key)
        return database.lastInsertedRowID
    }

    /// One thread of several: the others' messages move to the one that has most.
    private func joined(_ threads: [Int64]) throws -> Int64? {
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
            // The last message that moves takes the thread with it.
            try database.execute(
                sql: "UPDATE email SET thread = ? WHERE thread = ?", arguments: [largest, thread])
        }
        return largest
    }
}
