import GRDB
public import IlkStore
import IlkVocabulary

/// The released steps of a store's schema, for creating files of older programs.
public struct SchemaHistory: Sendable {
    /// The current schema.
    public let schema: StoreSchema
    /// The digest of the tables, indexes and triggers after each released step, as computed by
    /// ``digest(of:)``. A new step adds an entry; earlier entries never change.
    public let digests: [String]
    /// SQL that inserts rows into a file after its first step.
    public let rows: String

    /// The SQL of steps that had an effect when they were released, but have none in this program. The key is
    /// the number of the step, from 1.
    public let emptied: [Int: String]

    /// Creates a history.
    ///
    /// - Parameters:
    ///   - schema: The current schema.
    ///   - digests: The digest after each released step.
    ///   - rows: SQL that inserts rows after the first step.
    ///   - emptied: The SQL of steps that have no effect in this program, by number from 1.
    public init(schema: StoreSchema, digests: [String], rows: String, emptied: [Int: String] = [:]) {
        self.schema = schema
        self.digests = digests
        self.rows = rows
        self.emptied = emptied
    }

    /// Creates a file of an older program. Its rows are inserted after the first step.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - count: The number of steps that the program knew.
    public func make(_ path: String, steps count: Int) throws {
        guard count > 0 else { return try DatabaseQueue(path: path).close() }
        for count in Set([1, count]).sorted() {
            let store = try Store.open(.file(path), schema: schema(ofSteps: count))
            if count == 1 { try store.writeBlocking { try $0.execute(sql: rows) } }
            try store.close()
        }
    }

    private func schema(ofSteps count: Int) -> StoreSchema {
        let migrations = schema.migrations.prefix(count).enumerated().map { place, step in
            emptied[place + 1].map { sql in Migration(step.name) { try $0.execute(sql: sql) } } ?? step
        }
        let hasRanges = migrations.contains { $0.name == Migration.rangesName }
        return StoreSchema(
            name: schema.name, applicationID: schema.applicationID, migrations: migrations,
            rangedTables: hasRanges ? schema.rangedTables : [])
    }

    /// Returns the steps after which the schema of a file differs from the released schema.
    ///
    /// - Parameter scratch: A folder for the files.
    public func differences(in scratch: Scratch) throws -> [String] {
        try Store.open(.file(scratch.path("new.db")), schema: schema).close()
        let new = try Self.digest(of: scratch.path("new.db"))
        let found = try (1...schema.migrations.count).map { count in
            let path = scratch.path("step\(count).db")
            try make(path, steps: count)
            return try Self.digest(of: path)
        }
        return zip(found, digests).enumerated().filter { $1.0 != $1.1 }.map { "step \($0 + 1): \($1.0)" }
            + (found.count == digests.count ? [] : ["\(found.count) steps, \(digests.count) released"])
            + (new == digests.last ? [] : ["a new file: \(new)"])
    }

    /// Returns the first digits of the SHA-256 digest of the statements that created a file's tables, indexes
    /// and triggers, in a fixed order and without FTS5's shadow tables.
    static func digest(of path: String) throws -> String {
        let rows = try DatabaseQueue(path: path).read { database in
            try Row.fetchAll(
                database, sql: "SELECT name, sql FROM sqlite_master WHERE sql NOT NULL ORDER BY type, name")
        }
        let statements = rows.map { (name: $0[0] as String, sql: $0[1] as String) }
        let indexes = statements.filter { $0.sql.hasPrefix("CREATE VIRTUAL") }.map(\.name)
        let shadows = Set(
            indexes.flatMap { index in
                ["data", "idx", "content", "docsize", "config"].map { "\(index)_\($0)" }
            })
        let text = statements.filter { !shadows.contains($0.name) }.map { $0.sql + "\n" }.joined()
        return String(ContentDigest(of: text).description.prefix(16))
    }

    /// Creates a file of a program with one more step.
    ///
    /// - Parameter path: The file.
    public func makeNewer(_ path: String) throws {
        try make(path, steps: schema.migrations.count)
        let version = schema.migrations.count + 1
        let queue = try DatabaseQueue(path: path)
        try queue.write {
            try $0.execute(
                sql:
                    "PRAGMA user_version = \(version); UPDATE rowRange SET rows = \(version) WHERE source = ''"
            )
        }
        // Leaves no rows in the write-ahead log.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
    }
}

/// The contract of a store's schema: steps are only added, and files of newer programs are unchanged.
public enum SchemaContract: String, CaseIterable, Sendable {
    case stepsStay = "the steps are those that were released, to the letter"
    case newerIsRefused = "a file of a newer program is refused and unchanged"

    /// Returns the violations of the contract by a store.
    ///
    /// - Parameters:
    ///   - type: The store.
    ///   - history: The history of its schema.
    public func violations<Records: RecordStore>(
        _ type: Records.Type, _ history: SchemaHistory
    ) async throws -> [String] {
        let scratch = try Scratch()
        switch self {
        case .stepsStay: return try history.differences(in: scratch)
        case .newerIsRefused:
            try history.makeNewer(scratch.path("newer.db"))
            let before = try scratch.bytes("newer.db")
            var violations: [String] = []
            for access in [Store.Access.readWrite, .readOnly] {
                do {
                    try Records.open(.file(scratch.path("newer.db")), access: access).close()
                    violations.append("it is opened")
                } catch let error as StoreError where error.code == .newerSchema && error.exitStatus == 78 {}
            }
            return violations + (try scratch.bytes("newer.db") == before ? [] : ["it was changed"])
        }
    }
}
