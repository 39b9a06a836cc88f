public import FoundationEssentials
public import GRDB

/// The records with changes that are not yet sent: one entry per record, in the order of the first change.
///
/// An outbox is a view within one transaction. Change the outbox in the same transaction as the record. The
/// sync engine decides where and when records are sent.
public struct Outbox {
    /// A record that waits to be sent.
    public struct Entry: Sendable, Hashable {
        /// The id of the record.
        public var record: String
        /// The position in the outbox. Entries are in ascending order of their positions.
        public var position: Int64
        /// The number of attempts since the last change.
        public var attempts: Int
        /// The earliest time of the next attempt.
        public var notBefore: Date
        /// `true` if the outcome of the last attempt is unknown. Before sending the record again, check if it
        /// has arrived.
        public var isOutcomeUnknown: Bool
        /// `true` if the record was permanently rejected. Such a record is not sent again until it changes or
        /// the user retries it.
        public var isRefused: Bool
    }

    private let database: Database

    /// Creates a view of the outbox.
    ///
    /// - Parameter database: The connection, in a transaction.
    public init(_ database: Database) {
        self.database = database
    }

    /// Enqueues a changed record. A record that is already waiting keeps its position, and its number of
    /// attempts is reset.
    ///
    /// - Parameter record: The id of the record.
    /// - Throws: `DatabaseError`.
    public func enqueue(_ record: String) throws {
        try database.execute(
            sql: """
                INSERT INTO outbox (record) VALUES (?) ON CONFLICT(record) DO UPDATE
                SET revision = revision + 1, attempts = 0, notBefore = 0, isRefused = 0
                """, arguments: [record])
    }

    /// Returns the entry of a record, or `nil` if the record is not waiting.
    ///
    /// - Parameter record: The id of the record.
    /// - Throws: `DatabaseError`.
    public func entry(of record: String) throws -> Entry? {
        try Row.fetchOne(database, sql: "SELECT * FROM outbox WHERE record = ?", arguments: [record])
            .map(Entry.init)
    }

    /// Returns the number of waiting records, and how many of them were rejected.
    ///
    /// - Throws: `DatabaseError`.
    /// - Complexity: O(*n*) in the number of waiting records.
    public func count() throws -> (waiting: Int, refused: Int) {
        let row = try Row.fetchOne(database, sql: "SELECT count(*), ifnull(sum(isRefused), 0) FROM outbox")
        return (row?[0] ?? 0, row?[1] ?? 0)
    }
}

// MARK: - Attempts

extension Outbox {
    /// Begins an attempt to send a record. The outcome is unknown until the caller records it.
    ///
    /// - Parameter record: The id of the record.
    /// - Throws: `DatabaseError`.
    public func begin(_ record: String) throws {
        try database.execute(
            sql: "UPDATE outbox SET attempts = attempts + 1, isOutcomeUnknown = 1 WHERE record = ?",
            arguments: [record])
    }

    /// Records that the destination permanently rejected the current revision of a record.
    ///
    /// - Parameter record: The id of the record.
    /// - Throws: `DatabaseError`.
    public func reject(_ record: String) throws {
        try database.execute(
            sql: "UPDATE outbox SET isRefused = 1, isOutcomeUnknown = 0 WHERE record = ?", arguments: [record]
        )
    }

    /// Makes rejected and delayed records due immediately.
    ///
    /// - Parameter record: The id of the record, or `nil` for all.
    /// - Throws: `DatabaseError`.
    public func makeDue(_ record: String?) throws {
        try database.execute(
            sql: """
                UPDATE outbox SET isRefused = 0, notBefore = 0, attempts = 0 WHERE ? IS NULL OR record = ?
                """, arguments: [record, record])
    }

    /// Removes a record from the outbox, whatever its revision.
    ///
    /// - Parameter record: The id of the record.
    /// - Throws: `DatabaseError`.
    public func remove(_ record: String) throws {
        try database.execute(sql: "DELETE FROM outbox WHERE record = ?", arguments: [record])
    }
}

extension Outbox.Entry {
    init(_ row: Row) throws {
        record = try row.decode(String.self, forColumn: "record")
        position = try row.decode(Int64.self, forColumn: "place")
        attempts = try row.decode(Int.self, forColumn: "attempts")
        notBefore = Date(milliseconds: try row.decode(Int64.self, forColumn: "notBefore"))
        isOutcomeUnknown = try row.decode(Bool.self, forColumn: "isOutcomeUnknown")
        isRefused = try row.decode(Bool.self, forColumn: "isRefused")
    }
}
