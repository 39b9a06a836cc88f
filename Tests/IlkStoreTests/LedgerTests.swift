import Foundation
import GRDB
import IlkVocabulary
import Logging
import StoreTestSupport
import Testing

@testable import IlkStore

/// The counts of all journals of a file, and their state after a process dies.
@Suite struct LedgerTests {
    private static func slots(_ scratch: Scratch) throws -> LedgerFile {
        try LedgerFile(path: scratch.path("n.db.ledger"), isWritable: true)
    }

    @Test func `concurrent and successive journals are counted together`() async throws {
        let scratch = try Scratch()
        let first = try Numbers(.file(scratch.path("n.db")))
        let second = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<10 { await first.record(number) }
        for number in 0..<20 { await second.record(number) }
        first.journal.skip(.empty)
        #expect(await first.journal.flush() == .reached)
        #expect(await second.journal.flush() == .reached)
        let both = try await first.store.journalLedger()
        #expect(both.accepted == 31 && both.stored == 30 && both.skipped == [.empty: 1] && both.isBalanced)
        #expect(try first.store.ledgerFile?.entries().count(where: \.isAlive) == 2)
        try await first.close()
        try await second.close()

        let third = try Numbers(.file(scratch.path("n.db")))
        await third.record(1)
        await third.journal.flush()
        #expect(try await third.store.journalLedger().stored == 31)
        let reader = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema, access: .readOnly)
        #expect(try await reader.journalLedger() == third.store.journalLedger())
        try reader.close()
        try await third.close()
    }

    @Test func `pending entries are counted as pending on another connection`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        for number in 0..<7 { await numbers.record(number) }
        let reader = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema, access: .readOnly)
        let ledger = try await reader.journalLedger()
        #expect(ledger.pending == 7 && ledger.stored == 0 && ledger.isBalanced)
        try outside.release()
        #expect(await numbers.journal.flush() == .reached)
        try reader.close()
        try await numbers.close()
    }

    @Test func `entries of a dead run are lost immediately and settled only once`() async throws {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema)
        let run = JournalRun(RecordIDSource().next())
        do {
            // The state after a process died with 5 of 12 entries committed.
            let slot = try #require(try Self.slots(scratch).acquireSlot(run))
            slot.store(12, as: .entered)
            slot.store(3, as: .droppedFull)
            slot.store(2, as: .skippedEmpty)
            try await store.write { database in
                try database.execute(
                    sql: "INSERT INTO journalRun VALUES (?, 5, 1, 0, 0)", arguments: [run.key])
            }
            #expect(try await store.journalLedger().pending == 6)
        }
        var expected = JournalLedger()
        expected.accepted = 17
        expected.stored = 5
        expected.quarantined = 1
        expected.skipped = [.empty: 2]
        expected.dropped = [.full: 3]
        expected.lost = [.crash: 6]
        #expect(try await store.journalLedger() == expected)
        try store.close()
        // Dying between settling and freeing the slot counts nothing twice.
        let words = try scratch.bytes("n.db.ledger")
        for _ in 0..<3 {
            let store = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema)
            #expect(try await store.journalLedger() == expected)
            try store.close()
            try words.write(to: scratch.folder.appending(path: "n.db.ledger"))
        }
    }

    @Test func `a slot belongs to one run at a time and is free after its end`() throws {
        let scratch = try Scratch()
        let file = try Self.slots(scratch)
        let ids = RecordIDSource()
        var held: [LedgerSlot] = []
        for _ in 0..<LedgerFile.slots { held.append(try #require(file.acquireSlot(JournalRun(ids.next())))) }
        #expect(file.acquireSlot(JournalRun(ids.next())) == nil)
        #expect(Set(try file.entries().map(\.place)).count == LedgerFile.slots)
        #expect(try file.entries().allSatisfy(\.isAlive))
        // The slot is not settled yet, so it cannot be claimed.
        held.removeLast()
        #expect(file.acquireSlot(JournalRun(ids.next())) == nil)
        #expect(try file.entries().filter { !$0.isAlive }.count == 1)
        var settled = 0
        try file.settleDead { settled = $0.count }
        #expect(try file.entries().count == LedgerFile.slots - 1)
        #expect(settled == 1)
        #expect(file.acquireSlot(JournalRun(ids.next())) != nil)
    }

    @Test func `ended runs are forgotten after a thousand others`() async throws {
        let scratch = try Scratch()
        let store = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema)
        let ids = RecordIDSource()
        let count = try await store.write { database in
            for _ in 0..<1100 {
                try LedgerTable.settle(JournalRun(ids.next()), LedgerCounts(entered: 1), in: database)
            }
            try LedgerTable.deleteOldRuns(in: database)
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM journalRun")
        }
        #expect(count == LedgerTable.keptSettledRuns + 1)
        let ledger = try await store.journalLedger()
        #expect(ledger.lost == [.crash: 1100] && ledger.isBalanced)
        try store.close()
    }

    @Test func `the names and sums of a ledger match its fields`() {
        var ledger = JournalLedger()
        for (place, outcome) in ledger.outcomes.enumerated() { ledger.add(place + 1, of: outcome.name) }
        #expect(ledger.outcomes.map(\.entries) == Array(1...ledger.outcomes.count))
        #expect((ledger + ledger).outcomes.map(\.entries) == (1...ledger.outcomes.count).map { 2 * $0 })
        ledger.add(5, of: "nothing of the kind")
        #expect(ledger.outcomes.map(\.entries) == Array(1...ledger.outcomes.count))
    }

    @Test func `the key of a run is parsed again`() throws {
        let run = JournalRun(RecordIDSource().next())
        #expect(JournalRun(key: run.key) == run)
        #expect(JournalRun(key: "short") == nil)
        #expect(JournalRun(key: String(repeating: "x", count: 32)) == nil)
    }

    @Test(arguments: AckLevel.allCases) func `a flush waits for its level`(level: AckLevel) async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<50 { await numbers.record(number) }
        #expect(await numbers.journal.flush(level) == .reached)
        if level > .accepted { #expect(try await numbers.stored() == Array(0..<50)) }
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        await numbers.record(50)
        if level == .accepted { #expect(await numbers.journal.flush(level) == .reached) }
        try outside.release()
        #expect(await numbers.journal.flush(level) == .reached)
        try await numbers.close()
        #expect(await numbers.journal.flush(.committed) == .reached)
    }

    @Test func `a closed journal reports only entries as synced that were synced`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        await numbers.record(1)
        #expect(await numbers.journal.flush(.synced) == .reached)
        await numbers.journal.close()
        #expect(await numbers.journal.flush(.synced) == .reached)
        try numbers.store.close()
        let other = try Numbers(.file(scratch.path("n.db")))
        await other.record(2)
        await other.journal.close()
        #expect(await other.journal.flush(.synced) == .failed)
        try other.store.close()
    }
}
