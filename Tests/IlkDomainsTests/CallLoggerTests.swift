import Foundation
import GRDB
import IlkStore
import IlkVocabulary
import StoreTestSupport
import Testing

@testable import IlkDomains

/// Calls that are written without triggers have beside them what the triggers would have put there.
@Suite struct CallNewRowsTests {
    private static func list(_ calls: Calls) -> [CallLogEntity] {
        (0..<300).map { number in
            let isSynced = number % 5 == 4
            let notes: String? = number % 3 == 1 ? nil : number % 7 == 0 ? "" : "note \(number)"
            let status: CallSyncStatus = isSynced ? .synced : .pending
            let minutes = Double(number % 90)
            return CallLogEntity(
                key: RecordID(high: UInt64(number), low: 5), id: isSynced ? Int32(number) : 0,
                contactId: number % 3 == 0 ? calls.ben : calls.sarah,
                calledAt: calls.clock.now.addingTimeInterval(-60 * minutes), duration: Int32(number % 4 * 7),
                emotionalState: number % 2 == 0 ? "happy" : nil, notes: notes, syncStatus: status,
                createdAt: calls.clock.now, updatedAt: calls.clock.now, isMarkedDeleted: number % 11 == 10)
        }
    }

    private static func rows(_ calls: Calls) async throws -> [[String]] {
        let tables = [
            "callLog ORDER BY place", "callTally ORDER BY 1, 2, 3", "callUnindexed ORDER BY 1",
            "outbox ORDER BY record",
        ]
        return try await calls.storage.store.read { database in
            try tables.map { table in
                try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map(\.description)
            }
        }
    }

    @Test func `each trigger of an insert is done by hand`() async throws {
        let calls = try await Calls()
        let triggers = try await calls.storage.store.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'callLog'
                        AND sql LIKE '%INSERT ON callLog%' ORDER BY name
                    """)
        }
        #expect(triggers == CallNewRows.triggers)
        let beside = try await calls.storage.store.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'trigger'
                        AND tbl_name IN ('callTally', 'callUnindexed', 'outbox')
                    """)
        }
        #expect(beside.isEmpty)
    }

    @Test func `what stands beside calls is what the triggers keep`() async throws {
        let (one, other) = (try await Calls(), try await Calls())
        try await one.storage.store.write { database in
            let writer = try CallRowWriter(database)
            for call in Self.list(one) { try writer.write(call) }
        }
        try await other.storage.store.write { database in
            try CallNewRows.write(in: database) { write in
                for call in Self.list(other) { try write(call) }
            }
        }
        let rows = try await Self.rows(one)
        #expect(try await rows == Self.rows(other))
        #expect(rows[0].count == 300 && rows[1].count > 4 && rows[2].count > 50 && rows[3].count == 240)
        #expect(try await other.storage.fault(thorough: true) == nil)
    }

    @Test func `what fails leaves no call, and triggers run again`() async throws {
        let calls = try await Calls()
        await #expect(throws: (any Error).self) {
            try await calls.storage.store.write { database in
                try CallNewRows.write(in: database) { write in
                    var list = Self.list(calls)
                    list[200].contactId = 77
                    for call in list { try write(call) }
                }
            }
        }
        #expect(try await Self.rows(calls).allSatisfy(\.isEmpty))
        try await calls.add("here")
        #expect(try await Self.rows(calls).map(\.count) == [1, 1, 1, 1])
    }

    @Test func `calls with tags come in bulk, too, and one that is not right takes no other along`()
        async throws
    {
        let scratch = try Scratch()
        let path = scratch.path("calls.sqlite")
        let calls = try await Calls(.file(path))
        let logger = CallLogger(storage: calls.storage)
        let outside = try OutsideWriter(holding: path)
        for number in 0..<1000 {
            await logger.log(
                CallDraft(
                    contactId: number == 500 ? 77 : calls.sarah,
                    calledAt: calls.clock.now.addingTimeInterval(-Double(number)),
                    notes: "call number\(number)", tags: number % 10 == 0 ? ["tenth"] : []))
        }
        try outside.letGo()
        let ledger = await logger.close()
        #expect(ledger.stored == 999 && ledger.quarantined == 1)
        try await calls.storage.catchUp()
        let tagged = try await calls.storage.fetchCallLogs(matching: CallFilter(tag: "tenth"), limit: 500)
        #expect(tagged.count == 99)
        #expect(try await calls.storage.search(WordQuery("number777")).count == 1)
        #expect(try await calls.storage.fault(thorough: true) == nil)
        try calls.storage.close()
    }
}
