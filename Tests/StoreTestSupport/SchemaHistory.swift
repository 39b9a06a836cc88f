import GRDB
public import IlkStore
import IlkVocabulary

/// The released steps of a store's schema, and files as old programs left them.
public struct SchemaHistory: Sendable {
    /// The schema of the program.
    public let schema: StoreSchema
    /// The digest of the tables, indexes and triggers after each step that was released, as ``digest(of:)`` counts it. A new
    /// step is a new entry; the entries before it never change.
    public let digests: [String]
    /// Rows, as SQL, of a file that has seen the first step only.
    public let rows: String

    /// The SQL of steps, by number from 1, that did something when they were released and do nothing in this program.
    public let emptied: [Int: String]

    /// A history of these parts.
    public init(schema: StoreSchema, digests: [String], rows: String, emptied: [Int: String] = [:]) {
        self.schema = schema
        self.digests = digests
        self.rows = rows
        self.emptied = emptied
    }

    /// Makes a file as a program left it that knew so many steps. Its rows were written after the first.
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

    /// The steps of the program after which a file is not what it was when they were released.
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

    /// The first digits of the SHA-256 of all statements that made a file's tables, indexes and triggers, in a fixed order, but
    /// for the tables that FTS5 makes.
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

    /// Makes a file of a program that knows a step more.
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
        // All of it stands in the file itself.
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try queue.close()
    }
}

/// The contract of a store's schema: it only grows, and a program leaves files of newer ones alone.
public enum SchemaContract: String, CaseIterable, Sendable {
    case stepsStay = "the steps are those that were released, to the letter"
    case newerIsRefused = "a file of a newer program is refused, and stays as it was"

    /// The violations of the contract by a store; none if it is kept.
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
