import Foundation
import GRDB
import IlkStore
import StoreTestSupport
import Synchronization
import Testing

@Suite struct JournalBulkTests {
    private static let settings = JournalSettings(
        grouping: .milliseconds(1),
        retry: RetrySchedule(first: .milliseconds(1), longest: .milliseconds(4)),
        attemptPatience: .milliseconds(1))

    /// Entries that wait until all are there, and how many were written at a time in bulk.
    private func written(
        _ list: [Int], failing failures: Int = 0
    ) async throws -> (stored: [Int], bulks: [Int], quarantined: UInt64) {
        let scratch = try Scratch()
        let path = scratch.path("n.db")
        let bulks = Mutex<(counts: [Int], failures: Int)>(([], failures))
        let numbers = try Numbers(.file(path), settings: Self.settings) { count in
            try bulks.withLock { bulks in
                if bulks.failures > 0 {
                    bulks.failures -= 1
                    throw DatabaseError(resultCode: .SQLITE_IOERR)
                }
                bulks.counts.append(count)
            }
        }
        let outside = try OutsideWriter(holding: path)
        for number in list { await numbers.record(number) }
        try outside.letGo()
        #expect(await numbers.journal.flush())
        let ledger = numbers.journal.ledger
        #expect(ledger.isBalanced && ledger.stored + ledger.quarantined == list.count)
        let stored = try await numbers.stored()
        try await numbers.close()
        return (stored, bulks.withLock { $0.counts }, UInt64(ledger.quarantined))
    }

    @Test func `many entries are written in bulk, few are not, and all in their order`() async throws {
        let many = try await written(Array(0..<600))
        #expect(many.stored == Array(0..<600) && many.quarantined == 0)
        #expect(!many.bulks.isEmpty && many.bulks.allSatisfy { 64...256 ~= $0 })
        let few = try await written(Array(0..<63))
        #expect(few.stored == Array(0..<63) && few.bulks.isEmpty)
    }

    @Test func `one that is refused among many takes no other along`() async throws {
        let (stored, bulks, quarantined) = try await written(Array(0..<100) + [-7] + Array(100..<200))
        #expect(stored == Array(0..<200) && quarantined == 1)
        // What was in one transaction with it was written one by one.
        #expect(bulks.reduce(0, +) < 200)
    }

    @Test func `a bulk that fails is tried again, and nothing of it is there twice`() async throws {
        let (stored, bulks, quarantined) = try await written(Array(0..<300), failing: 3)
        #expect(stored == Array(0..<300) && quarantined == 0 && !bulks.isEmpty)
    }
}
