import GRDB
import IlkStore
public import IlkSync

/// A ledger in the replica's file.
public struct StoredLedger: SequenceLedger {
    private let store: Store

    /// Creates a ledger.
    ///
    /// - Parameter replica: The device's replica.
    public init(of replica: ReplicaStore) { store = replica.store }

    static let tables = """
        -- What a server that does not count has: its tags, under our numbers.
        CREATE TABLE ledgerRecord (
            key BLOB NOT NULL PRIMARY KEY CHECK(length(key) = 16),
            tag TEXT NOT NULL,
            sequence INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE ledgerPlace (cursor INTEGER PRIMARY KEY, token TEXT NOT NULL) STRICT;
        CREATE TABLE ledgerHead (
            id INTEGER PRIMARY KEY CHECK(id = 1),
            account TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            clock INTEGER NOT NULL
        ) STRICT;
        """

    /// Returns the state of the feed.
    ///
    /// - Throws: `StoreError`.
    public func head() async throws -> LedgerHead {
        try await store.read { database in
            var head = LedgerHead()
            let rows = try RawStatement(
                "SELECT epoch, sequence, clock, account FROM ledgerHead", on: database)
            defer { rows.reset() }
            guard try rows.step() else { return head }
            head.epoch = rows.bits(0)
            head.sequence = rows.bits(1)
            head.clock = HybridTime(bits: rows.bits(2))
            head.account = try rows.text(3) ?? ""
            return head
        }
    }

    /// Returns the known versions of records.
    ///
    /// - Parameter keys: The keys of the records.
    /// - Returns: A row for each known record.
    /// - Throws: `StoreError`.
    /// - Complexity: O(*n* log *m*) for *n* keys and *m* known records.
    public func rows(_ keys: [SyncKey]) async throws -> [SyncKey: LedgerRow] {
        try await store.read { database in
            let rows = try RawStatement(
                "SELECT tag, sequence FROM ledgerRecord WHERE key = ?", on: database)
            var found: [SyncKey: LedgerRow] = [:]
            for key in keys {
                rows.bind(key)
                defer { rows.reset() }
                guard try rows.step() else { continue }
                found[key] = LedgerRow(key: key, tag: try rows.text(0) ?? "", sequence: rows.bits(1))
            }
            return found
        }
    }

    /// Returns the server's token for a cursor, or `nil` if it is unknown.
    ///
    /// - Parameter cursor: A cursor of the feed.
    /// - Throws: `StoreError`.
    public func token(at cursor: UInt64) async throws -> String? {
        try await store.read { database in
            try String.fetchOne(
                database, sql: "SELECT token FROM ledgerPlace WHERE cursor = ?",
                arguments: [Int64(bitPattern: cursor)])
        }
    }

    /// Stores a change in one transaction.
    ///
    /// - Parameter change: The change.
    /// - Throws: `StoreError`.
    public func commit(_ change: LedgerChange) async throws {
        try await store.write { database in
            if change.replacesAll {
                try database.execute(sql: "DELETE FROM ledgerRecord; DELETE FROM ledgerPlace")
            }
            let head = change.head
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO ledgerHead (id, epoch, sequence, clock, account)
                    VALUES (1, ?, ?, ?, ?)
                    """,
                arguments: [
                    Int64(bitPattern: head.epoch), Int64(bitPattern: head.sequence),
                    Int64(bitPattern: head.clock.bits), head.account,
                ])
            let dropping = try RawStatement("DELETE FROM ledgerRecord WHERE key = ?", on: database)
            for key in change.deleted { try dropping.run(key) }
            let putting = try RawStatement(
                "INSERT OR REPLACE INTO ledgerRecord (key, tag, sequence) VALUES (?, ?, ?)", on: database)
            for row in change.rows { try putting.run(row.key, row.tag, Int64(bitPattern: row.sequence)) }
            try database.execute(
                sql: "DELETE FROM ledgerPlace WHERE cursor < ?",
                arguments: [Int64(bitPattern: change.oldest)])
            if let place = change.place {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO ledgerPlace (cursor, token) VALUES (?, ?)",
                    arguments: [Int64(bitPattern: place.cursor), place.token])
            }
        }
    }
}
