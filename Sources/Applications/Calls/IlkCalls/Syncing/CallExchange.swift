import FoundationEssentials
import GRDB
public import IlkStore
public import IlkVocabulary

/// The calls within one transaction, as an engine that syncs them reads and writes them.
///
/// Belongs to the transaction it was given in: it is not to be kept.
public struct CallExchange {
    let database: Database

    /// The calls of a transaction.
    init(_ database: Database) { self.database = database }

    private static let columns = """
        c.*, o.place AS outboxPlace, o.isOutcomeUnknown, s.lineage, s.hasBase, s.base, s.isOurs, s.isGone, s.attempts
        """
    private static let tables = """
        callLog c LEFT JOIN outbox o ON o.record = c.key LEFT JOIN callSync s ON s.callKey = c.key
        """

    /// The call of a key; nil when there is none.
    ///
    /// - Throws: What SQLite throws.
    public func record(_ key: RecordID) throws -> CallSyncRecord? {
        try one("c.key = ?", [key.description])
    }

    /// The call of a server's number; nil when there is none.
    ///
    /// - Throws: What SQLite throws.
    public func record(id: Int32) throws -> CallSyncRecord? {
        id == 0 ? nil : try one("c.id = ?", [id])
    }

    /// The first that waits for the server: pending, or left in syncing. A call with a contact that only this store knows is
    /// not among them: no server could take it.
    ///
    /// - Throws: What SQLite throws.
    public func firstWaiting() throws -> CallSyncRecord? {
        let sql = """
            SELECT \(Self.columns) FROM outbox o CROSS JOIN callLog c ON c.key = o.record
            LEFT JOIN callSync s ON s.callKey = c.key
            WHERE o.isRefused = 0 AND c.contactId > 0 AND c.syncStatus IN ('pending', 'syncing')
            ORDER BY o.place LIMIT 1
            """
        return try Row.fetchOne(database, sql: sql).map(Self.record)
    }

    /// The server's numbers of the calls that are not deleted here.
    ///
    /// - Throws: What SQLite throws.
    public func serverIDs() throws -> [Int32] {
        try Int32.fetchAll(
            database, sql: "SELECT id FROM callLog WHERE id <> 0 AND isMarkedDeleted = 0 ORDER BY id")
    }

    /// Whether a call was purged here, so that no server is to bring it back.
    ///
    /// - Throws: What SQLite throws.
    public func isErased(id: Int32, key: RecordID?) throws -> Bool {
        let sql = """
            SELECT EXISTS(SELECT 1 FROM callErased WHERE id = ?)
                OR EXISTS(SELECT 1 FROM callErasedKey WHERE callKey = ?)
            """
        return try Bool.fetchOne(database, sql: sql, arguments: [id, key?.description]) ?? false
    }

    /// The place behind all others in the outbox.
    ///
    /// - Throws: What SQLite throws.
    public func nextPlace() throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT ifnull(max(place), 0) + 1 FROM outbox") ?? 1
    }

    /// What was noted under a name.
    ///
    /// - Throws: What SQLite throws.
    public func mark(_ name: String) throws -> String? { try MarkTable("syncMark", in: database).value(name) }

    /// Notes something under a name; nil forgets it.
    ///
    /// - Throws: What SQLite throws.
    public func setMark(_ name: String, to value: String?) throws {
        if try mark(name) != value { try MarkTable("syncMark", in: database).set(name, to: value) }
    }

    /// Takes in a contact that is not known yet.
    ///
    /// - Throws: What SQLite throws.
    public func takeContactIfNew(id: Int32, name: String) throws {
        if try !CallLogStorage.hasContact(id, in: database) { try takeContact(id: id, name: name) }
    }

    /// Takes in what the server says of a contact. One of the same name that only this store knew becomes that contact,
    /// with its calls.
    ///
    /// - Throws: What SQLite throws.
    public func takeContact(id: Int32, name: String, isArchived: Bool = false) throws {
        let form = CallLogStorage.folded(name)
        let local = try Int32.fetchAll(
            database, sql: "SELECT id FROM callContact WHERE id < 0 AND foldedName = ?", arguments: [form])
        if try CallLogStorage.hasContact(id, in: database) {
            try database.execute(
                sql: "UPDATE callContact SET name = ?, foldedName = ?, isArchived = ? WHERE id = ?",
                arguments: [name, form, isArchived, id])
        } else if local.count == 1, let local = local.first {
            // Its calls go with it: their rows follow the number.
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
        record.place = try row.decode(Int64?.self, forColumn: "outboxPlace") ?? 0
        record.isOutcomeUnknown = try row.decode(Bool?.self, forColumn: "isOutcomeUnknown") ?? false
        guard let lineage = try row.decode(Data?.self, forColumn: "lineage") else { return record }
        record.lineage = Self.digests(lineage)
        record.isOurs = try row.decode(Bool.self, forColumn: "isOurs")
        record.isGone = try row.decode(Bool.self, forColumn: "isGone")
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
    /// Runs what reads and writes calls on behalf of syncing, in one transaction: all of it or nothing.
    ///
    /// - Throws: `StoreError`, or what `body` throws.
    public func exchange<Result: Sendable>(
        _ body: @escaping @Sendable (CallExchange) throws -> Result
    ) async throws -> Result {
        try await store.write { try body(CallExchange($0)) }
    }

    /// The right to sync this file: at any moment one program has it. In memory there is nobody to share it with.
    ///
    /// - Throws: `StoreError`.
    public func syncLock() throws -> StoreLock? {
        guard case .file(let path) = location else { return nil }
        return try StoreLock(path: path + ".sync.lock")
    }

    /// Names of the contacts that only this store knows and whose calls wait for a server that has them not.
    ///
    /// - Throws: `StoreError`.
    public func contactsMissingThere() async throws -> [String] {
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
