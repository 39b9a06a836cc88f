import Foundation
import GRDB
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkStore

@Suite struct BackupTests {
    private static func code(_ body: () throws -> Void) -> StoreError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.code
        }
    }

    private static func restore(_ scratch: Scratch, _ backup: String = "copy.db", to name: String = "n.db")
        throws
    {
        try Store.restore(scratch.path(backup), to: scratch.path(name), schema: Numbers.schema)
    }

    @Test func `a backup under load contains everything committed before it and no partial batch`()
        async throws
    {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<500 { await numbers.record(number) }
        #expect(await numbers.journal.flush() == .reached)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for number in 500..<5000 { await numbers.record(number) } }
            for copy in 0..<5 { try numbers.store.backUp(to: scratch.path("copy\(copy).db")) }
            try await group.waitForAll()
        }
        for copy in 0..<5 {
            #expect(!FileManager.default.fileExists(atPath: scratch.path("copy\(copy).db-wal")))
            let store = try Store.open(.file(scratch.path("copy\(copy).db")), schema: Numbers.schema)
            let found = try await store.read {
                try Int.fetchAll($0, sql: "SELECT number FROM number ORDER BY id")
            }
            #expect(found.count >= 500 && found == Array(0..<found.count))
            let ledger = try await store.journalLedger()
            #expect(ledger.stored == found.count && ledger.pending == 0 && ledger.isBalanced)
            try store.close()
        }
        try await numbers.close()
    }

    @Test func `a backup is restored while another connection reads`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<100 { await numbers.record(number) }
        await numbers.journal.flush()
        try numbers.store.backUp(to: scratch.path("copy.db"))
        let backup = try scratch.bytes("copy.db")
        for number in 100..<200 { await numbers.record(number) }
        await numbers.journal.flush()
        // A restore while a journal runs would count its rows in a replaced ledger.
        #expect(Self.code { try Self.restore(scratch) } == .busy)
        #expect(try await numbers.stored().count == 200)
        try await numbers.close()
        try await again(scratch)
        #expect(try scratch.bytes("copy.db") == backup)
    }

    /// Restores after the journal has ended.
    private func again(_ scratch: Scratch) async throws {
        let reader = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema, access: .readOnly)
        func count() async throws -> Int? {
            try await reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM number") }
        }
        #expect(try await count() == 200)
        try await eventually("the journal is gone") { Self.code { try Self.restore(scratch) } == nil }
        #expect(try await count() == 100)
        try reader.close()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        #expect(try await numbers.stored() == Array(0..<100))
        await numbers.record(7)
        await numbers.journal.flush()
        let ledger = try await numbers.store.journalLedger()
        #expect(ledger.stored == 101 && ledger.isBalanced && ledger.lost.isEmpty)
        try await numbers.close()
    }

    @Test func `a backup is restored into a missing file and in place of a damaged one`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<100 { await numbers.record(number) }
        await numbers.journal.flush()
        try numbers.store.backUp(to: scratch.path("copy.db"))
        try await numbers.close()
        let noise = Data(repeating: 65, count: 5000)
        try noise.write(to: scratch.folder.appending(path: "bad.db"))
        for name in ["new.db", "bad.db"] {
            try Self.restore(scratch, to: name)
            let store = try Store.open(.file(scratch.path(name)), schema: Numbers.schema)
            #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM number") } == 100)
            try store.close()
        }
        #expect(try scratch.bytes("bad.db.damaged") == noise)
    }

    @Test func `an invalid backup is rejected and the file is unchanged`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<2000 { await numbers.record(number) }
        await numbers.journal.flush()
        try numbers.store.backUp(to: scratch.path("copy.db"))
        #expect(Self.code { try numbers.store.backUp(to: scratch.path("copy.db")) } == .cannotCreate)
        try numbers.store.backUp(to: scratch.path("copy.db"), replacing: true)
        try await numbers.close()
        var damaged = try scratch.bytes("copy.db")
        damaged.replaceSubrange(8192..<20_480, with: Data(repeating: 0xA5, count: 12_288))
        try damaged.write(to: scratch.folder.appending(path: "damaged.db"))
        try Data(repeating: 65, count: 5000).write(to: scratch.folder.appending(path: "text.db"))
        let other = StoreSchema(name: "other", applicationID: 4711, migrations: [Migration("one") { _ in }])
        try Store.open(.file(scratch.path("other.db")), schema: other).close()
        let newer = StoreSchema(
            name: "numbers", applicationID: Numbers.schema.applicationID,
            migrations: Numbers.schema.migrations + [Migration("later") { _ in }])
        try Store.open(.file(scratch.path("newer.db")), schema: newer).close()
        let facts: [(String, StoreError.Code)] = [
            ("damaged.db", .damaged), ("text.db", .damaged), ("other.db", .foreign),
            ("newer.db", .newerSchema),
            ("missing.db", .missing),
        ]
        for (name, code) in facts {
            #expect(Self.code { try Self.restore(scratch, name) } == code, "\(name)")
        }
        let store = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema)
        #expect(try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM number") } == 2000)
        try store.close()
    }

    @Test func `files of an interrupted backup do not prevent the next one`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        try Data("half".utf8).write(to: scratch.folder.appending(path: "copy.db.partial"))
        try Data("half".utf8).write(to: scratch.folder.appending(path: "copy.db.partial-journal"))
        try numbers.store.backUp(to: scratch.path("copy.db"))
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
        #expect(!files.contains { $0.contains("partial") })
        let mode =
            try FileManager.default.attributesOfItem(atPath: scratch.path("copy.db"))[.posixPermissions]
            as? Int
        #expect(mode == 0o600)
        try await numbers.close()
    }
}
