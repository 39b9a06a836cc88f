import GRDB
import Testing

@testable import IlkStore

@Suite struct TriggersTests {
    private struct Failure: Error {}

    private func database() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE a (value INTEGER); CREATE TABLE b (value INTEGER);
                    CREATE TRIGGER a_b AFTER INSERT ON a BEGIN INSERT INTO b VALUES (NEW.value); END;
                    """)
        }
        return queue
    }

    private func values(_ database: Database) throws -> [Int] {
        try Int.fetchAll(database, sql: "SELECT value FROM b ORDER BY value")
    }

    @Test func `triggers rest for statements that were prepared before, and run for them again`() throws {
        try database().write { database in
            let before = try RawStatement("INSERT INTO a VALUES (?)", on: database)
            func insert(_ value: Int64, _ statement: RawStatement) throws {
                statement.bind(value, at: 1)
                try statement.run()
            }
            try insert(1, before)
            let within = try database.withoutTriggers {
                try insert(2, before)
                let within = try RawStatement("INSERT INTO a VALUES (?)", on: database)
                try insert(3, within)
                try database.execute(sql: "INSERT INTO a VALUES (4)")
                return within
            }
            try insert(5, before)
            try insert(6, within)
            try database.execute(sql: "INSERT INTO a VALUES (7)")
            #expect(try values(database) == [1, 5, 6, 7])
        }
    }

    @Test func `triggers run again when something was thrown, and the rows are taken back`() throws {
        let queue = try database()
        #expect(throws: Failure.self) {
            try queue.write { database in
                try database.withoutTriggers {
                    try database.execute(sql: "INSERT INTO a VALUES (1)")
                    throw Failure()
                }
            }
        }
        try queue.write { try $0.execute(sql: "INSERT INTO a VALUES (2)") }
        #expect(try queue.read { try Int.fetchAll($0, sql: "SELECT value FROM a") } == [2])
        #expect(try queue.read { try values($0) } == [2])
    }

    @Test func `checks rest within, and hold again, whatever is thrown`() throws {
        let queue = try DatabaseQueue()
        func insert(_ value: String, in database: Database) throws {
            try database.execute(sql: "INSERT INTO c VALUES (?)", arguments: [value])
        }
        try queue.write { database in
            try database.execute(sql: "CREATE TABLE c (value TEXT NOT NULL CHECK(value IN ('a','b','c')))")
            let before = try RawStatement("INSERT INTO c VALUES ('y')", on: database)
            #expect(throws: DatabaseError.self) { try before.run() }
            try database.withoutChecks { try insert("x", in: database) }
            #expect(throws: DatabaseError.self) { try before.run() }
            #expect(throws: DatabaseError.self) { try insert("x", in: database) }
            #expect(throws: Failure.self) { try database.withoutChecks { throw Failure() } }
            #expect(throws: DatabaseError.self) { try insert("x", in: database) }
            // What is NULL is refused all the same.
            #expect(throws: DatabaseError.self) {
                try database.withoutChecks { try database.execute(sql: "INSERT INTO c VALUES (NULL)") }
            }
            #expect(try String.fetchAll(database, sql: "SELECT value FROM c") == ["x"])
        }
    }
}
