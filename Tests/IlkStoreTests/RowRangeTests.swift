import Foundation
import GRDB
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkStore

/// Counts and digests of ranges of rows.
@Suite struct RowRangeTests {
    private static let tables: [RangedTable] = [
        .rows("item", "items", rangeBits: 4), .keyed("part", "parts"),
    ]

    private static let schema = StoreSchema(
        name: "list of items", applicationID: 8,
        migrations: [
            Migration("items and parts") { database in
                try database.execute(
                    sql: """
                        CREATE TABLE item (id TEXT PRIMARY KEY NOT NULL, weight REAL, note TEXT);
                        CREATE INDEX idx_item_weight ON item(weight);
                        CREATE TABLE part (
                            item TEXT NOT NULL REFERENCES item(id) ON DELETE CASCADE ON UPDATE CASCADE,
                            name TEXT NOT NULL, PRIMARY KEY (name, item)
                        ) STRICT, WITHOUT ROWID;
                        CREATE TRIGGER item_part AFTER INSERT ON item BEGIN
                            INSERT OR REPLACE INTO part VALUES (NEW.id, 'first');
                        END;
                        """)
            },
            .rowRanges(of: tables),
        ], rangedTables: tables, command: "ilk items")

    private struct Refusal: Error {}

    private static func add(_ number: Int, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO item VALUES (?, ?, ?)",
            arguments: [
                "item \(number)", number % 2 == 0 ? Double(number) : nil, String(repeating: "n", count: 300),
            ])
    }

    /// Applies one of the types of changes to rows.
    private static func change(_ random: inout SeededGenerator, _ database: Database) throws {
        let number = Int.random(in: 0..<60, using: &random)
        func run(_ sql: String) throws { try database.execute(sql: sql) }
        switch Int.random(in: 0..<11, using: &random) {
        case 0, 1, 2: try run("INSERT OR IGNORE INTO item VALUES ('item \(number)', \(number), 'a note')")
        case 3: try run("INSERT OR REPLACE INTO item VALUES ('item \(number)', \(number).5, NULL)")
        case 4:
            try run("UPDATE item SET weight = weight + 1, note = 'another' WHERE rowid % 7 = \(number % 7)")
        case 5: try run("UPDATE OR IGNORE item SET rowid = rowid + \(number) WHERE id = 'item \(number)'")
        case 6: try run("UPDATE OR IGNORE item SET id = 'moved \(number)' WHERE rowid = \(number)")
        case 7: try run("DELETE FROM item WHERE rowid BETWEEN \(number) AND \(number + 3)")
        case 8: try run("INSERT OR IGNORE INTO part SELECT id, 'more' FROM item LIMIT 5")
        case 9:
            try run(
                number == 0
                    ? "DELETE FROM item"
                    : "UPDATE OR REPLACE part SET name = 'x' || name WHERE length(name) < 9"
            )
        default:
            try? database.inRangedSavepoint {  // The savepoint is rolled back.
                try run("DELETE FROM item WHERE rowid % 3 = 0")
                throw Refusal()
            }
        }
    }

    @Test func `every change to a row changes its range and a rollback restores it`() async throws {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("r.db")), schema: Self.schema)
        for seed in UInt64(1)...300 {
            do {
                try await store.write { database in
                    var random = SeededGenerator(seed: seed)
                    for _ in 0..<6 { try Self.change(&random, database) }
                    if seed % 7 == 0 { throw Refusal() }
                }
            } catch is Refusal {}
            let faults = try await store.read { try store.rangeFaults(in: $0) }
            #expect(faults == [], "seed \(seed)")
        }
        let ranges = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM rowRange") ?? 0 }
        #expect(ranges > 3)
        try await store.verify()
        try store.close()
    }

    @Test func `connections of two processes share one range ledger`() async throws {
        let scratch = try Scratch()
        let stores = try (0..<2).map { _ in
            try Store.open(.file(scratch.path("r.db")), schema: Self.schema)
        }
        for number in 0..<100 { try await stores[number % 2].write { try Self.add(number, $0) } }
        for store in stores {
            try await store.verify()
            try store.close()
        }
    }

    @Test func `missing, foreign and changed rows are reported with their range`() async throws {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("r.db")), schema: Self.schema)
        try await store.write { database in for number in 1...40 { try Self.add(number, database) } }
        for (sql, says) in [
            ("DELETE FROM item WHERE rowid = 20", "items 16–31: 15 of 16 found"),
            ("INSERT INTO item VALUES ('foreign', NULL, NULL)", "items 32–47: 10 of 9 found"),
            (
                "UPDATE item SET note = 'm' WHERE rowid = 3",
                "items 0–15: 15 found, but their content has changed"
            ),
            ("DELETE FROM part WHERE item = 'item 9'", "parts: 39 of 40 found"),
        ] {
            try store.backUp(to: scratch.path("copy.db"), replacing: true)
            let queue = try DatabaseQueue(path: scratch.path("copy.db"))
            try await queue.write {
                try $0.execute(sql: "DROP TRIGGER item_part; PRAGMA foreign_keys = 0; \(sql)")
            }
            try queue.close()
            let copy = try Store.open(.file(scratch.path("copy.db")), schema: Self.schema, access: .readOnly)
            let error = await #expect(throws: StoreError.self) { try await copy.verify() }
            #expect(error?.exitStatus == 65 && error?.detail.contains(says) == true, "\(error?.detail ?? "")")
            #expect(error?.hint?.contains("ilk items restore") == true)
            let refused = #expect(throws: StoreError.self) { try copy.backUp(to: scratch.path("second.db")) }
            #expect(refused?.code == .damaged)
            #expect(!FileManager.default.fileExists(atPath: scratch.path("second.db")))
            try copy.close()
        }
        try store.close()
    }

    /// Returns all rows in the order of their ids, or `nil` if the file is rejected.
    private static func verified(_ path: String) async throws -> [String]? {
        do {
            let store = try Store.open(.file(path), schema: schema, access: .readOnly)
            defer { try? store.close() }  // A damaged file need not close cleanly.
            try await store.verify()
            return try await store.read {
                try String.fetchAll(
                    $0, sql: "SELECT rowid || id || ifnull(weight, '') || note FROM item ORDER BY rowid")
            }
        } catch let error as StoreError {
            #expect(error.exitStatus == 65, "\(error)")
            return nil
        }
    }

    /// Returns the bytes of a checkpointed file with the given rows.
    private static func written(_ scratch: Scratch, _ name: String, _ numbers: ClosedRange<Int>) async throws
        -> Data
    {
        let store = try Store.open(.file(scratch.path("w.db")), schema: schema)
        try await store.write { database in for number in numbers { try add(number, database) } }
        try await store.write {
            try $0.execute(sql: "UPDATE item SET note = note || '+' WHERE rowid % 20 = 0")
        }
        try store.backUp(to: scratch.path(name))
        try store.close()
        return try scratch.bytes(name)
    }

    @Test func `after swapping two pages the rows are rejected or unchanged`() async throws {
        let scratch = try Scratch()
        let sound = try await Self.written(scratch, "sound.db", 1...220)
        let rows = try #require(try await Self.verified(scratch.path("sound.db")))
        let pages = sound.count / 4096
        #expect(rows.count == 220 && pages > 20)
        var refused = 0
        for first in 0..<pages {
            for second in (first + 1)..<max(pages, first + 1) {
                var bytes = sound
                let (a, b) = (first * 4096..<(first + 1) * 4096, second * 4096..<(second + 1) * 4096)
                bytes.replaceSubrange(a, with: sound[b])
                bytes.replaceSubrange(b, with: sound[a])
                try bytes.write(to: scratch.folder.appending(path: "s.db"))
                let found = try await Self.verified(scratch.path("s.db"))
                #expect(found == nil || found == rows, "pages \(first) and \(second)")
                refused += found == nil ? 1 : 0
            }
        }
        print("\(refused) of \(pages * (pages - 1) / 2) pairs of pages refused")
        #expect(refused > pages * pages / 4)
    }

    @Test func `a stale page is detected`() async throws {
        let scratch = try Scratch()
        let old = try await Self.written(scratch, "old.db", 1...110)
        let new = try await Self.written(scratch, "new.db", 111...220)
        let rows = try #require(try await Self.verified(scratch.path("new.db")))
        var (stale, refused) = (0, 0)
        for page in 0..<old.count / 4096 {
            let place = page * 4096..<(page + 1) * 4096
            guard old[place] != new[place] else { continue }
            var bytes = new
            bytes.replaceSubrange(place, with: old[place])
            try bytes.write(to: scratch.folder.appending(path: "s.db"))
            let found = try await Self.verified(scratch.path("s.db"))
            #expect(found == nil || found == rows, "page \(page)")
            stale += 1
            refused += found == nil ? 1 : 0
        }
        print("\(refused) of \(stale) stale pages refused")
        #expect(refused > 5)
    }

    @Test func `readable rows of a damaged file are copied`() async throws {
        let scratch = try Scratch()
        let sound = try await Self.written(scratch, "sound.db", 1...220)
        let pages = sound.count / 4096
        var fewest = 220
        for page in 1..<pages {
            var bytes = sound
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(repeating: 0xA5, count: 4096))
            try bytes.write(to: scratch.folder.appending(path: "s.db"))
            do {
                let store = try Store.open(.file(scratch.path("s.db")), schema: Self.schema, access: .salvage)
                let count = try await store.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM item") ?? 0
                }
                fewest = min(fewest, count)
                try store.close()
            } catch let error as StoreError {
                #expect(error.exitStatus == 65)
            }
        }
        #expect(fewest < 220)
    }

    @Test func `each damaged byte of the header is rejected with status 65 or harmless`() async throws {
        let scratch = try Scratch()
        let sound = try await Self.written(scratch, "sound.db", 1...60)
        let rows = try #require(try await Self.verified(scratch.path("sound.db")))
        var random = SeededGenerator(seed: 5)
        var refused = 0
        for place in 0..<100 {
            for value in [
                sound[place] ^ 0xFF, sound[place] ^ 1, 0, UInt8.random(in: 0...255, using: &random),
            ] {
                var bytes = sound
                bytes[place] = value
                try bytes.write(to: scratch.folder.appending(path: "h.db"))
                let found = try await Self.verified(scratch.path("h.db"))
                #expect(found == nil || found == rows, "byte \(place) is \(value)")
                refused += found == nil ? 1 : 0
                do {
                    let store = try Store.open(.file(scratch.path("h.db")), schema: Self.schema)
                    try await store.verify()
                    try store.close()
                    #expect(found != nil, "byte \(place) is \(value)")
                } catch let error as StoreError {
                    #expect(
                        error.exitStatus == 65 && error.hint != nil, "byte \(place) is \(value): \(error)")
                }
                for suffix in ["-wal", "-shm"] {
                    let beside = scratch.path("h.db" + suffix)
                    try? FileManager.default.removeItem(atPath: beside)  // May be missing.
                }
            }
        }
        print("\(refused) of 400 headers refused")
        #expect(refused > 150)
    }
}
