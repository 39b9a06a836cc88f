import Foundation
import GRDB
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkStore

@Suite struct StoreTests {
    private static func schema(steps: Int, name: String = "test store", mark: Int32 = 42) -> StoreSchema {
        let steps = (1...max(1, steps)).prefix(steps).map { step in
            Migration("step \(step)") { database in
                try database.execute(sql: "CREATE TABLE step\(step) (value INTEGER NOT NULL) STRICT")
                try database.execute(sql: "INSERT INTO step\(step) VALUES (\(step))")
            }
        }
        return StoreSchema(name: name, applicationID: mark, migrations: Array(steps))
    }

    private static func tables(_ store: Store) async throws -> Set<String> {
        try await store.read {
            try String.fetchSet($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    }

    private func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    @Test func `a file is opened with the documented settings`() async throws {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("a.db")), schema: Self.schema(steps: 1))
        let facts: [(String, String)] = [
            ("journal_mode", "wal"), ("synchronous", "1"), ("foreign_keys", "1"), ("wal_autocheckpoint", "0"),
            ("trusted_schema", "0"), ("application_id", "42"), ("user_version", "1"),
        ]
        for (pragma, expected) in facts {
            let value = try await store.write { try String.fetchOne($0, sql: "PRAGMA \(pragma)") }
            #expect(value == expected, "\(pragma)")
        }
        let mode =
            try FileManager.default.attributesOfItem(atPath: scratch.path("a.db"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try store.close()
    }

    @Test func `a store in memory needs no file`() async throws {
        let store = try Store.open(.memory, schema: Self.schema(steps: 2))
        #expect(try await Self.tables(store) == ["step1", "step2"])
        try store.close()
    }

    @Test(arguments: 0..<4) func `every older schema is migrated`(from: Int) async throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("a.db"))
        if from > 0 { try Store.open(location, schema: Self.schema(steps: from)).close() }
        let store = try Store.open(location, schema: Self.schema(steps: 4))
        for step in 1...4 {
            // Each step ran exactly once.
            let values = try await store.read { try Int.fetchAll($0, sql: "SELECT value FROM step\(step)") }
            #expect(values == [step])
        }
        try store.close()
    }

    @Test func `a file of a newer program is rejected unchanged`() async throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("a.db"))
        let newer = try Store.open(location, schema: Self.schema(steps: 3))
        try newer.close()
        let before = (try scratch.bytes("a.db"), try scratch.bytes("a.db-wal"))
        let error = #expect(throws: StoreError.self) {
            try Store.open(location, schema: Self.schema(steps: 2))
        }
        #expect(error?.code == .newerSchema)
        #expect(error?.exitStatus == 78)
        #expect(try scratch.bytes("a.db") == before.0)
        #expect(try scratch.bytes("a.db-wal") == before.1)
        #expect(
            code { _ = try Store.open(location, schema: Self.schema(steps: 2), access: .readOnly) }
                == .newerSchema)
    }

    @Test func `files of other applications are rejected unchanged`() throws {
        let scratch = try Scratch()
        let other = StoreLocation.file(scratch.path("other.db"))
        try Store.open(other, schema: Self.schema(steps: 1, mark: 99)).close()
        #expect(code { _ = try Store.open(other, schema: Self.schema(steps: 1)) } == .foreign)

        let unmarked = scratch.path("unmarked.db")
        let queue = try DatabaseQueue(path: unmarked)
        try queue.write { try $0.execute(sql: "CREATE TABLE mine (value)") }
        try queue.close()
        let before = try scratch.bytes("unmarked.db")
        #expect(code { _ = try Store.open(.file(unmarked), schema: Self.schema(steps: 1)) } == .foreign)
        #expect(try scratch.bytes("unmarked.db") == before)

        try Data(repeating: 65, count: 5000).write(to: scratch.folder.appending(path: "text.db"))
        #expect(
            code { _ = try Store.open(.file(scratch.path("text.db")), schema: Self.schema(steps: 1)) }
                == .damaged)
        #expect(try scratch.bytes("text.db") == Data(repeating: 65, count: 5000))
    }

    @Test func `a file that cannot be opened is reported with the reason`() throws {
        let scratch = try Scratch()
        let missing = scratch.path("no/such/folder/a.db")
        let error = #expect(throws: StoreError.self) {
            try Store.open(.file(missing), schema: Self.schema(steps: 1))
        }
        #expect(error?.code == .cannotCreate)
        #expect(error?.exitStatus == 73)
        #expect(error?.description.contains(missing) == true)
        #expect(
            code { _ = try Store.open(.file(scratch.folder.path), schema: Self.schema(steps: 1)) }
                == .cannotCreate)
        let absent = StoreLocation.file(scratch.path("absent.db"))
        #expect(
            code { _ = try Store.open(absent, schema: Self.schema(steps: 1), access: .readOnly) }
                == .cannotCreate)
    }

    @Test func `a failed migration leaves the file at the last successful step`() async throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("a.db"))
        let good = Self.schema(steps: 2)
        let broken = StoreSchema(
            name: good.name, applicationID: good.applicationID,
            migrations: [
                good.migrations[0],
                Migration("broken") { database in
                    try database.execute(sql: "CREATE TABLE half (value)")
                    try database.execute(sql: "SELECT nowhere(1)")
                },
            ])
        #expect(code { _ = try Store.open(location, schema: broken) } == .unexpected)
        let store = try Store.open(location, schema: good)
        #expect(try await Self.tables(store) == ["step1", "step2"])
        try store.close()
    }

    @Test func `statement journals stay in memory`()
        async throws
    {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("a.db")), schema: Self.schema(steps: 1))
        func place() async throws -> Int? {
            try await store.write { try Int.fetchOne($0, sql: "PRAGMA temp_store") }
        }
        #expect(try await place() == 2)
        try store.reopenBlocking()
        #expect(try await place() == 2)
        try store.close()
    }

    @Test func `reopening the file loses no write and no read`() async throws {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("a.db")), schema: Self.schema(steps: 1))
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 {
                        try await store.write { try $0.execute(sql: "INSERT INTO step1 VALUES (2)") }
                        _ = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM step1") }
                        try await store.truncateLogIfLarge(bytes: 0)
                    }
                }
            }
            group.addTask { for _ in 0..<40 { try store.reopenBlocking() } }
            try await group.waitForAll()
        }
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM step1") } == 401)
        try store.close()
    }

    @Test func `a reader does not migrate an older file`() throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("a.db"))
        try Store.open(location, schema: Self.schema(steps: 1)).close()
        #expect(
            code { _ = try Store.open(location, schema: Self.schema(steps: 2), access: .readOnly) }
                == .olderSchema)
    }

    @Test func `a reader sees committed writes and cannot write`() async throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("a.db"))
        let writer = try Store.open(location, schema: Self.schema(steps: 1))
        let reader = try Store.open(location, schema: Self.schema(steps: 1), access: .readOnly)
        try await writer.write { try $0.execute(sql: "INSERT INTO step1 VALUES (5)") }
        #expect(try await reader.read { try Int.fetchAll($0, sql: "SELECT value FROM step1") } == [1, 5])
        let error = await #expect(throws: StoreError.self) {
            try await reader.write { try $0.execute(sql: "INSERT INTO step1 VALUES (6)") }
        }
        #expect(error?.code == .noPermission)
        try reader.close()
        try writer.close()
    }

    @Test func `a failed transaction is rolled back`() async throws {
        let store = try Store.open(.memory, schema: Self.schema(steps: 1))
        struct Change: Error {}
        await #expect(throws: Change.self) {
            try await store.write { database in
                try database.execute(sql: "INSERT INTO step1 VALUES (5)")
                throw Change()
            }
        }
        #expect(try await store.read { try Int.fetchAll($0, sql: "SELECT value FROM step1") } == [1])
        try store.close()
    }

    @Test func `settling truncates the log, checkpointed or not`() async throws {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("a.db")), schema: Self.schema(steps: 1))
        try await store.write { try $0.execute(sql: "INSERT INTO step1 VALUES (5)") }
        try await store.truncateLogIfLarge()
        #expect(try scratch.bytes("a.db-wal").count > 0, "too little for that")
        for isMoved in [false, true] {
            try await store.write { database in
                try database.execute(
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
                        INSERT INTO step1 SELECT i FROM n
                        """)
            }
            if isMoved { try store.checkpointBlocking(timeout: .seconds(5)) }
            #expect(try scratch.bytes("a.db-wal").count > 1_000_000)
            try await store.truncateLogIfLarge()
            #expect(try scratch.bytes("a.db-wal").isEmpty && store.walPages == 0)
        }
        try store.close()
    }

    @Test func `closing makes no checkpoint and a checkpoint resets the gauge`() async throws {
        let scratch = try Scratch()
        let location = StoreLocation.file(scratch.path("a.db"))
        let store = try Store.open(location, schema: Self.schema(steps: 1))
        try await store.write { try $0.execute(sql: "INSERT INTO step1 VALUES (5)") }
        #expect(store.walPages > 0)
        let before = try scratch.bytes("a.db")
        try store.close()
        #expect(try scratch.bytes("a.db") == before)

        let again = try Store.open(location, schema: Self.schema(steps: 1))
        try await again.write { try $0.execute(sql: "INSERT INTO step1 VALUES (6)") }
        try again.checkpointBlocking(timeout: .seconds(5))
        #expect(again.walPages == 0)
        #expect(try scratch.bytes("a.db") != before)
        #expect(try await again.read { try Int.fetchAll($0, sql: "SELECT value FROM step1") } == [1, 5, 6])
        try again.close()
    }

    @Test func `text is bound by its length`() async throws {
        let store = try Store.open(.memory, schema: Self.schema(steps: 1))
        let rows: [(String, Int)] = [("", 0), ("a\0b", 3), ("\0", 1), ("é", 2), ("🙂\0", 5)]
        for (text, length) in rows {
            let (kind, found) = try await store.write { database in
                try database.execute(sql: "CREATE TABLE IF NOT EXISTS t (x TEXT)")
                try database.execute(sql: "DELETE FROM t")
                let insert = try RawStatement("INSERT INTO t VALUES (?)", on: database)
                insert.bind(text, at: 1)
                try insert.run()
                return (
                    try String.fetchOne(database, sql: "SELECT typeof(x) FROM t"),
                    try Int.fetchOne(database, sql: "SELECT length(CAST(x AS BLOB)) FROM t")
                )
            }
            #expect(kind == "text")
            #expect(found == length)
        }
        try store.close()
    }

    @Test(arguments: [Store.Access.readWrite, .readOnly])
    func `a file whose creation was interrupted can be opened`(_ access: Store.Access) async throws {
        let scratch = try Scratch()
        let path = scratch.path("n.db")
        let source = try DatabaseQueue(path: scratch.path("source.db"))
        try await source.writeWithoutTransaction { database in
            // A small cache, so that the unfinished transaction is in the file.
            try database.execute(sql: "PRAGMA cache_size = 2; BEGIN; CREATE TABLE number (value)")
            for _ in 0..<50 { try database.execute(sql: "INSERT INTO number VALUES (randomblob(4000))") }
            for ending in ["", "-journal"] {
                try FileManager.default.copyItem(
                    atPath: scratch.path("source.db\(ending)"), toPath: path + ending)
            }
            try database.execute(sql: "ROLLBACK")
        }
        try source.close()
        #expect(try scratch.bytes("n.db").count > 4096 && scratch.bytes("n.db-journal").count > 512)
        guard access == .readWrite else {
            let error = #expect(throws: StoreError.self) {
                try Store.open(.file(path), schema: Numbers.schema, access: access)
            }
            #expect(error?.code == .olderSchema)
            return
        }
        let numbers = try Numbers(.file(path))
        await numbers.record(1)
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == [1])
        try await numbers.close()
    }
}
