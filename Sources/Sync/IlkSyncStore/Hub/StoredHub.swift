import GRDB
import IlkStore
import IlkSync

/// The records of a hub's account within a transaction.
struct StoredHub: HubSnapshot {
    let account: Int64
    private let database: Database
    private let byKey: RawStatement
    private let bySequence: RawStatement

    init(_ database: Database, account: Int64) throws {
        self.account = account
        self.database = database
        byKey = try RawStatement(
            "SELECT record, sequence FROM hubRecord WHERE account = ? AND key = ?", on: database)
        bySequence = try RawStatement(
            """
            SELECT record, sequence FROM hubRecord WHERE account = ? AND sequence > ?
            ORDER BY sequence LIMIT ?
            """, on: database)
    }

    func entry(_ key: SyncKey) throws -> FeedEntry? {
        byKey.bind(account, key)
        defer { byKey.reset() }
        return try byKey.step() ? try Self.entry(byKey) : nil
    }

    func entries(after sequence: UInt64, limit: Int) throws -> [FeedEntry] {
        bySequence.bind(account, Int64(clamping: sequence), Int64(limit))
        defer { bySequence.reset() }
        var entries: [FeedEntry] = []
        while try bySequence.step() { entries.append(try Self.entry(bySequence)) }
        return entries
    }

    private static func entry(_ row: RawStatement) throws -> FeedEntry {
        FeedEntry(sequence: row.bits(1), record: try row.record(0))
    }

    func apply(_ changes: [HubChange]) throws {
        let put = try RawStatement(
            """
            INSERT INTO hubRecord (account, key, sequence, received, isTombstone, record) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT(account, key) DO UPDATE SET sequence = excluded.sequence, received = excluded.received,
            isTombstone = excluded.isTombstone, record = excluded.record
            """, on: database)
        let drop = try RawStatement(
            "DELETE FROM hubRecord WHERE account = ? AND isTombstone = 1 AND sequence <= ?", on: database)
        for change in changes {
            switch change {
            case .put(let entry, let received):
                try put.withBound(bytes: entry.record.bytes, at: 6) {
                    _ = try put.run(
                        account, entry.record.key, Int64(clamping: entry.sequence), received,
                        entry.record.isTombstone)
                }
            case .dropTombstones(let last):
                try drop.run(account, Int64(clamping: last))
            }
        }
    }
}
