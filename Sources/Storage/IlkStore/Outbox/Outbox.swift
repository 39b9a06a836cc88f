public import FoundationEssentials
public import GRDB

/// What of a store has changed and is not yet elsewhere: one entry a record, in the order of the first change.
///
/// A view on one transaction: changes of the outbox belong into the same transaction as those of the record. What is sent
/// where, and when to try again, is a sync engine's to say.
public struct Outbox {
    /// A record that waits.
    public struct Entry: Sendable, Hashable {
        /// The record's key.
        public var record: String
        /// How many attempts were begun since the last change.
        public var attempts: Int
        /// Not to be tried before.
        public var notBefore: Date
        /// Whether an attempt was begun and nobody knows how it ended: look there first.
        public var isOutcomeUnknown: Bool
        /// Whether it was refused for good: it waits for a change, or for a person.
        public var isRefused: Bool
    }

    private let database: Database

    /// The outbox in a transaction.
    public init(_ database: Database) {
        self.database = database
    }

    /// Notes that a record has changed. One that waits already keeps its place; its attempts begin anew.
    ///
    /// - Throws: What SQLite throws.
    public func note(_ record: String) throws {
        try database.execute(
            sql: """
                INSERT INTO outbox (record) VALUES (?) ON CONFLICT(record) DO UPDATE
                SET revision = revision + 1, attempts = 0, notBefore = 0, isRefused = 0
                """, arguments: [record])
    }

    /// The entry of a record; nil when it does not wait.
    ///
    /// - Throws: What SQLite throws.
    public func entry(of record: String) throws -> Entry? {
        try Row.fetchOne(database, sql: "SELECT * FROM outbox WHERE record = ?", arguments: [record])
            .map(Entry.init)
    }

    /// How many records wait, and how many of them were refused.
    ///
    /// - Throws: What SQLite throws.
    public func count() throws -> (waiting: Int, refused: Int) {
        let row = try Row.fetchOne(database, sql: "SELECT count(*), ifnull(sum(isRefused), 0) FROM outbox")
        return (row?[0] ?? 0, row?[1] ?? 0)
    }
}

// MARK: - What becomes of an attempt

extension Outbox {
    /// Begins an attempt: until it is said how it ended, nobody knows.
    ///
    /// - Throws: What SQLite throws.
    public func begin(_ record: String) throws {
        try database.execute(
            sql: "UPDATE outbox SET attempts = attempts + 1, isOutcomeUnknown = 1 WHERE record = ?",
            arguments: [record])
    }

    /// The record was refused for good, as it is.
    ///
    /// - Throws: What SQLite throws.
    public func refuse(_ record: String) throws {
        try database.execute(
            sql: "UPDATE outbox SET isRefused = 1, isOutcomeUnknown = 0 WHERE record = ?", arguments: [record]
        )
    }

    /// A record, or nil for all, is to be tried again at once.
    ///
    /// - Throws: What SQLite throws.
    public func revive(_ record: String?) throws {
        try database.execute(
            sql: """
                UPDATE outbox SET isRefused = 0, notBefore = 0, attempts = 0 WHERE ? IS NULL OR record = ?
                """, arguments: [record, record])
    }

    /// Takes a record out, whatever its revision.
    ///
    /// - Throws: What SQLite throws.
    public func remove(_ record: String) throws {
        try database.execute(sql: "DELETE FROM outbox WHERE record = ?", arguments: [record])
    }
}

extension Outbox.Entry {
    init(_ row: Row) throws {
        record = try row.decode(String.self, forColumn: "record")
        attempts = try row.decode(Int.self, forColumn: "attempts")
        notBefore = Date(milliseconds: try row.decode(Int64.self, forColumn: "notBefore"))
        isOutcomeUnknown = try row.decode(Bool.self, forColumn: "isOutcomeUnknown")
        isRefused = try row.decode(Bool.self, forColumn: "isRefused")
    }
}
