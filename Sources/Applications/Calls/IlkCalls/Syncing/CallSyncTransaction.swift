import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

/// Access to the calls of a store for a sync engine, within one transaction. Do not use a value after the
/// transaction.
public struct CallSyncTransaction {
    let database: Database

    init(_ database: Database) { self.database = database }

    private static let columns = """
        c.*, o.place AS outboxPlace, o.isOutcomeUnknown, s.lineage, s.hasBase, s.base, s.isOurs, s.isGone, s.attempts
        """
    private static let tables = """
        callLog c LEFT JOIN outbox o ON o.record = c.key LEFT JOIN callSync s ON s.callKey = c.key
        """

    /// Returns the call with a key, or `nil` if there is no such call.
    ///
    /// - Parameter key: The key of the call in the store.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func record(_ key: RecordID) throws -> CallSyncRecord? {
        try one("c.key = ?", [key.description])
    }

    /// Returns the call with a server id, or `nil` if there is no such call.
    ///
    /// - Parameter id: The id of the call on the server. The id 0 finds no call.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func record(id: Int32) throws -> CallSyncRecord? {
        id == 0 ? nil : try one("c.id = ?", [id])
    }

    /// Returns the first call in the outbox that can be sent. Its status is pending, or syncing if a process
    /// was interrupted. Calls with local contacts are skipped, because the server does not have these
    /// contacts.
    ///
    /// - Throws: `DatabaseError` if SQLite fails.
    public func firstWaiting() throws -> CallSyncRecord? {
        let sql = """
            SELECT \(Self.columns) FROM outbox o CROSS JOIN callLog c ON c.key = o.record
            LEFT JOIN callSync s ON s.callKey = c.key
            WHERE o.isRefused = 0 AND c.contactId > 0 AND c.syncStatus IN ('pending', 'syncing')
            ORDER BY o.place LIMIT 1
            """
        return try Row.fetchOne(database, sql: sql).map(Self.record)
    }

    /// Returns the server ids of all calls that are not deleted here, in ascending order.
    ///
    /// - Throws: `DatabaseError` if SQLite fails.
    public func serverIDs() throws -> [Int32] {
        try Int32.fetchAll(
            database, sql: "SELECT id FROM callLog WHERE id <> 0 AND isMarkedDeleted = 0 ORDER BY id")
    }

    /// Returns `true` if a call was purged from this store. A sync must not restore such a call.
    ///
    /// - Parameters:
    ///   - id: The id of the call on the server.
    ///   - key: The key of the call in the store, or `nil` if the key is unknown.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func isPurged(id: Int32, key: RecordID?) throws -> Bool {
        let sql = """
            SELECT EXISTS(SELECT 1 FROM callErased WHERE id = ?)
                OR EXISTS(SELECT 1 FROM callErasedKey WHERE callKey = ?)
            """
        return try Bool.fetchOne(database, sql: sql, arguments: [id, key?.description]) ?? false
    }

    /// Returns the position after the last entry in the outbox.
    ///
    /// - Throws: `DatabaseError` if SQLite fails.
    public func nextOutboxPosition() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT ifnull(max(place), 0) + 1 FROM outbox") ?? 1
    }

    /// Returns the value that the sync has stored under a name, or `nil` if there is no such value.
    ///
    /// - Parameter name: The name of the value.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func syncValue(_ name: String) throws -> String? {
        try KeyValueTable("syncMark", in: database).value(name)
    }

    /// Stores a value of the sync under a name.
    ///
    /// - Parameters:
    ///   - name: The name of the value.
    ///   - value: The value, or `nil` to delete the stored value.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func setMark(_ name: String, to value: String?) throws {
        if try syncValue(name) != value { try KeyValueTable("syncMark", in: database).set(name, to: value) }
    }

    /// Inserts a contact of the server unless a contact with this id is already stored.
    ///
    /// - Parameters:
    ///   - id: The server's id of the contact.
    ///   - name: The name of the contact.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func insertContactIfNew(id: Int32, name: String) throws {
        if try !CallLogStorage.hasContact(id, in: database) { try upsertContact(id: id, name: name) }
    }

    /// Inserts or updates a contact of the server. If exactly one local contact has the same name, the local
    /// contact gets the server's id and keeps its calls.
    ///
    /// - Parameters:
    ///   - id: The server's id of the contact.
    ///   - name: The name of the contact. An empty name is replaced by `#` and the id.
    ///   - isArchived: `true` if the server has archived the contact.
    /// - Throws: `DatabaseError` if SQLite fails.
    public func upsertContact(id: Int32, name: String, isArchived: Bool = false) throws {
        let form = CallLogStorage.folded(name)
        let local = try Int32.fetchAll(
            database, sql: "SELECT id FROM callContact WHERE id < 0 AND foldedName = ?", arguments: [form])
        if try CallLogStorage.hasContact(id, in: database) {
            try database.execute(
                sql: "UPDATE callContact SET name = ?, foldedName = ?, isArchived = ? WHERE id = ?",
                arguments: [name, form, isArchived, id])
        } else if local.count == 1, let local = local.first {
            // ON UPDATE CASCADE updates the calls of the contact.
            try database.execute(
                sql: "UPDATE callContact SET id = ?, name = ?, foldedName = ?, isArchived = ? WHERE id = ?",
                arguments: [id, name, form, isArchived, local])
        } else {
            try CallLogStorage.insertContact(
                id: id, name: name.isEmpty ? "#\(id)" : name, isArchived: isArchived, in: database)
        }
    }

    private func one(_ condition: String, _ arguments: StatementArguments) throws -> CallSyncRecord? {
        let sql = "SELECT \(Self.columns) FROM \(Self.tables) WHERE \(condition)"
        return try Row.fetchOne(database, sql: sql, arguments: arguments).map(Self.record)
    }

    private static func record(_ row: Row) throws -> CallSyncRecord {
        let call = try CallLogEntity(row: row)
        var record = CallSyncRecord(call: call)
        record.outboxPosition = try row.decode(Int64?.self, forColumn: "outboxPlace") ?? 0
        record.isOutcomeUnknown = try row.decode(Bool?.self, forColumn: "isOutcomeUnknown") ?? false
        guard let lineage = try row.decode(Data?.self, forColumn: "lineage") else { return record }
        record.lineage = Self.digests(lineage)
        record.isOwnVersion = try row.decode(Bool.self, forColumn: "isOurs")
        record.isDeletedRemotely = try row.decode(Bool.self, forColumn: "isGone")
        record.attempts = try row.decode(Int.self, forColumn: "attempts")
        guard try row.decode(Bool.self, forColumn: "hasBase") else { return record }
        if let base = try row.decode(Data?.self, forColumn: "base") {
            record.base = try CallConflict.decoder.decode(CallVersion.self, from: base)
        } else {
            record.base = CallVersion(call)
        }
        record.base?.isDeleted = false
        record.base?.updatedAt = call.serverUpdatedAt ?? call.updatedAt
        return record
    }

    private static func digests(_ bytes: Data) -> [UInt64] {
        stride(from: 0, to: bytes.count - 7, by: 8).map { start in
            bytes.dropFirst(start).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    static func bytes(_ digests: [UInt64]) -> Data {
        Data(digests.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) })
    }
}

extension CallLogStorage {
    /// Runs a function that reads and writes calls for a sync, in one transaction. If the function throws,
    /// the transaction is rolled back.
    ///
    /// - Parameter body: The function. It must not keep the transaction for later use.
    /// - Returns: The result of `body`.
    /// - Throws: `StoreError`, or the error of `body`.
    public func syncTransaction<Result: Sendable>(
        _ body: @escaping @Sendable (CallSyncTransaction) throws -> Result
    ) async throws -> Result {
        try await store.write { try body(CallSyncTransaction($0)) }
    }

    /// Returns the lock that limits syncing of this file to one process at a time, or `nil` for a store in
    /// memory.
    ///
    /// - Throws: `StoreError` if the lock file cannot be opened.
    public func syncLock() throws -> StoreLock? {
        guard case .file(let path) = location else { return nil }
        return try StoreLock(path: path + ".sync.lock")
    }

    /// Returns the names of the contacts that prevent calls in the outbox from being sent, because the server
    /// does not have these contacts.
    ///
    /// - Throws: `StoreError` if the database fails.
    public func localContactsInOutbox() async throws -> [String] {
        try await store.read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT k.name FROM outbox o JOIN callLog c ON c.key = o.record
                    JOIN callContact k ON k.id = c.contactId
                    WHERE c.contactId < 0 AND c.isMarkedDeleted = 0 ORDER BY k.foldedName
                    """)
        }
    }
}
