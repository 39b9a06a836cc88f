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
        let known = try ids.map(known)
        let thread: Int64
        if row.threadID.isEmpty {
            var threads: [Int64] = []
            for found in known { if let found, !threads.contains(found) { threads.append(found) } }
            thread = try joined(threads) ?? made(name(of: row, account), account, key)
        } else {
            thread = try made(Array(row.texts[row.threadID]), account, key)
        }
        for (hash, found) in zip(ids, known) where found == nil { try note(hash, of: thread) }
        return thread
    }

    /// The thread that an id is of; nil when nobody has named it.
    private func known(_ hash: Int64) throws -> Int64? {
        return try find.run(hash)
    }

    /// Notes that an id is of a thread.
    private func note(_ hash: Int64, of thread: Int64) throws {
        try note.run(hash, thread)
    }

    /// Of the message's own id, then of those that it answers.
    private func hashes(of row: MailRow, _ account: Int64) -> [Int64] {
        var hashes: [Int64] = []
        row.texts.withUnsafeBytes { texts in
            func take(_ id: Range<Int>) {
                let hash = ReferenceHash.of(UnsafeRawBufferPointer(rebasing: texts[id]), account: account)
                if !hashes.contains(hash) { hashes.append(hash) }
            }
            if let id = row.messageID { take(id) }
            guard !row.references.isEmpty else { return }
            var start = row.references.lowerBound
            for at in row.references where texts[at] == PackedList.between {
                take(start..<at)
                start = at + 1
            }
            take(start..<row.references.upperBound)
        }
        return hashes
    }

    /// What a thread is called that begins with a message.
    private func name(of row: MailRow, _ account: Int64) -> [UInt8] {
        let own = row.texts.withUnsafeBytes {
            ReferenceHash.of(UnsafeRawBufferPointer(rebasing: $0[row.messageID ?? row.key]), account: account)
        }
        return Array(("T" + String(UInt64(bitPattern: own), radix: 16)).utf8)
    }

    /// The thread of that name; a new one where there is none.
    func made(_ name: [UInt8], _ account: Int64, _ key: Int64) throws -> Int64 {
        if let row = try row(named: name, account) { return row }
        make.bind(account, at: 1)
        name.withUnsafeBytes { make.bind(text: $0, at: 2) }
        make.bind(key, at: 3)
        try make.run()
        return database.lastInsertedRowID
    }

    /// The thread of that name; nil when there is none.
    private func row(named name: [UInt8], _ account: Int64) throws -> Int64? {
        name.withUnsafeBytes { named.bind(text: $0, at: 1) }
        named.bind(account, at: 2)
        return try named.run()
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
