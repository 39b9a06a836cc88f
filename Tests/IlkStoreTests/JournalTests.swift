import Foundation
import GRDB
import IlkVocabulary
import InMemoryLogging
import Logging
import StoreTestSupport
import Synchronization
import Testing

@testable import IlkStore

/// A counter of events on another thread.
private final class EventCount: Sendable {
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .acquiring) }

    func add() { value.add(1, ordering: .acquiringAndReleasing) }
}

@Suite struct JournalTests {
    /// Settings with short attempts, so that tests do not wait.
    private static func quick(
        entries: Int = 100_000, bytes: Int = 1 << 30, overflow: JournalSettings.Overflow = .suspend,
        closingPatience: Duration = .seconds(30)
    ) -> JournalSettings {
        JournalSettings(
            maximumEntries: entries, maximumBytes: bytes, grouping: .milliseconds(1), overflow: overflow,
            retry: RetrySchedule(first: .milliseconds(1), longest: .milliseconds(4)),
            attemptPatience: .milliseconds(1), closingPatience: closingPatience)
    }

    @Test func `entries recorded before a flush are stored once and in order`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<1000 { await numbers.record(number) }
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<1000))
        let ledger = numbers.journal.ledger
        #expect(ledger.stored == 1000 && ledger.pending == 0 && ledger.isBalanced)
        try await numbers.close()
    }

    @Test func `an entry becomes visible to another connection without a flush`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        await numbers.record(7)
        let other = try Store.open(.file(scratch.path("n.db")), schema: Numbers.schema, access: .readOnly)
        try await eventually("the entry is visible") {
            try await other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM number") } == 1
        }
        try other.close()
        try await numbers.close()
    }

    @Test func `a full queue drops and counts new entries`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(
            .file(scratch.path("n.db")), settings: Self.quick(entries: 10, overflow: .drop))
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        for number in 0..<25 { await numbers.record(number) }
        let ledger = numbers.journal.ledger
        #expect(ledger.accepted == 25 && ledger.pending == 10 && ledger.dropped == [.full: 15])
        #expect(ledger.isBalanced)
        try outside.release()
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<10))
        try await numbers.close()
    }

    @Test func `the queue is limited by bytes too but accepts one entry of any size`() async throws {
        let scratch = try Scratch()
        let settings = Self.quick(bytes: 10_000, overflow: .drop)
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: settings)
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        await numbers.record(0, ballast: 1 << 20)
        await numbers.record(1)
        #expect(numbers.journal.ledger.dropped == [.full: 1])
        try outside.release()
        await numbers.journal.flush()
        for number in 2..<20 { await numbers.record(number, ballast: 100) }
        await numbers.journal.flush()
        #expect(try await numbers.stored() == [0] + Array(2..<20))
        try await numbers.close()
    }

    @Test func `a full queue suspends the caller until there is room`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: Self.quick(entries: 10))
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for number in 0..<25 { await numbers.record(number) } }
            try await eventually("the caller is suspended") { numbers.journal.ledger.accepted == 11 }
            #expect(numbers.journal.ledger.pending == 11)
            #expect(numbers.journal.ledger.isBalanced)
            try outside.release()
            try await group.waitForAll()
        }
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<25))
        #expect(numbers.journal.ledger.dropped.isEmpty)
        try await numbers.close()
    }

    @Test func `a stream waits for a locked database, then queues, and waits again after it is unlocked`()
        async throws
    {
        let scratch = try Scratch()
        var settings = Self.quick()
        settings.stallTimeout = .seconds(1)
        let stalls = EventCount()
        settings.onStall = { _ in stalls.add() }
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: settings)
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        let begun = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for number in 0..<2000 { await numbers.record(number) } }
            try await eventually("the stream waits") { numbers.journal.ledger.accepted == 257 }
            try await eventually("the stream continues") { numbers.journal.ledger.accepted == 2000 }
            #expect(ContinuousClock.now - begun >= .seconds(1))
            try await group.waitForAll()
        }
        #expect(stalls.count == 1 && numbers.journal.ledger.pending == 2000)
        #expect(numbers.journal.oldestUncommittedAge >= .milliseconds(500))
        try outside.release()
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<2000))
        #expect(numbers.journal.oldestUncommittedAge == .zero)
        // The limit applies again.
        let again = try OutsideWriter(holding: scratch.path("n.db"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for number in 2000..<2300 { await numbers.record(number) } }
            try await eventually("the stream waits again") { numbers.journal.ledger.pending == 257 }
            try again.release()
            try await group.waitForAll()
        }
        try await numbers.close()
    }

    @Test func `a stream has at most 256 uncommitted entries and a service as many as fit`()
        async throws
    {
        let scratch = try Scratch()
        let stream = try Numbers(.file(scratch.path("n.db")))
        var most = 0
        for number in 0..<20_000 {
            await stream.record(number)
            if number % 16 == 0 { most = max(most, stream.journal.ledger.pending) }
        }
        #expect((1...256).contains(most), "\(most)")
        try await stream.close()
        let service = try Numbers(.file(scratch.path("m.db")), settings: Self.quick(overflow: .drop))
        let outside = try OutsideWriter(holding: scratch.path("m.db"))
        for number in 0..<5000 { await service.record(number) }
        #expect(service.journal.ledger.pending == 5000)
        try outside.release()
        try await service.close()
    }

    @Test func `a locked database is logged, never thrown, and written once it is unlocked`() async throws {
        let scratch = try Scratch()
        var settings = Self.quick()
        settings.maximumUncommitted = nil
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: settings)
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        for number in 0..<300 { await numbers.record(number) }
        try await eventually("the failure is logged") { numbers.log.entries.contains { $0.level == .error } }
        #expect(numbers.journal.ledger.pending == 300)
        #expect(numbers.log.entries.first?.metadata["code"] == "busy")
        try outside.release()
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<300))
        #expect(numbers.log.entries.contains { $0.level == .notice })
        try await numbers.close()
    }

    @Test func `the journal waits for the lock of another Ilk process`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: Self.quick())
        let probe = try Probe(["hold", scratch.path("n.db.lock")])
        #expect(try probe.line() == "held")
        for number in 0..<10 { await numbers.record(number) }
        try await eventually("the failure is logged") { !numbers.log.entries.isEmpty }
        #expect(try await numbers.stored().isEmpty)
        _ = try probe.finish()
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<10))
        try await numbers.close()
    }

    @Test func `a full disk keeps entries until there is space`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: Self.quick())
        // A page limit of this connection: SQLite reports the same error as for a full disk.
        try await numbers.store.write { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = 40") }
        for number in 0..<100 { await numbers.record(number, ballast: 4000) }
        try await eventually("the disk is full") {
            numbers.log.entries.contains { $0.metadata["code"] == "full" }
        }
        #expect(numbers.journal.ledger.isBalanced)
        #expect(numbers.journal.ledger.pending > 0)
        try await numbers.store.write { _ = try Int.fetchOne($0, sql: "PRAGMA max_page_count = 100000") }
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<100))
        try await numbers.close()
    }

    @Test func `a rejected entry does not affect other entries`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in [1, 2, -3, 4, -500, 6] { await numbers.record(number) }
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == [1, 2, 4, 6])
        let ledger = numbers.journal.ledger
        #expect(ledger.dropped == [.refused: 1] && ledger.quarantined == 1)
        #expect(ledger.stored == 4 && ledger.isBalanced)
        let aside = try await numbers.store.read {
            try String.fetchAll(
                $0, sql: "SELECT sqliteCode || ': ' || CAST(entry AS TEXT) FROM journalQuarantine")
        }
        #expect(aside == ["275: -3"])
        #expect(try await numbers.store.journalLedger() == ledger)
        try await numbers.close()
    }

    @Test func `the entry of a canceled task is written`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: Self.quick(entries: 5))
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 { group.addTask { await numbers.record(number) } }
            group.cancelAll()
            try await eventually("all are in") { numbers.journal.ledger.accepted == 20 }
            try outside.release()
            try await group.waitForAll()
        }
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await Set(numbers.stored()) == Set(0..<20))
        try await numbers.close()
    }

    @Test func `a canceled flush returns canceled`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: Self.quick())
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        await numbers.record(1)
        let flushed = await withTaskGroup(of: FlushOutcome.self) { group in
            group.addTask { await numbers.journal.flush() }
            group.cancelAll()
            return await group.next()
        }
        #expect(flushed == .canceled)
        try outside.release()
        #expect(await numbers.journal.flush() == .reached)
        try await numbers.close()
    }

    @Test func `a flush tells success, a timeout and a failure apart`() async throws {
        let scratch = try Scratch()
        let settings = Self.quick(closingPatience: .milliseconds(50))
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: settings)
        #expect(await numbers.journal.flush(timeout: .zero) == .reached)
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        await numbers.record(1)
        #expect(await numbers.journal.flush(timeout: .zero) == .timedOut)
        #expect(await numbers.journal.flush(timeout: .milliseconds(20)) == .timedOut)
        #expect(numbers.journal.ledger.pending == 1)
        async let waiting = numbers.journal.flush()
        await numbers.journal.close()
        #expect(await waiting == .failed)
        // The loss is reported afterwards, too.
        #expect(await numbers.journal.flush(timeout: .seconds(60)) == .failed)
        #expect(numbers.journal.ledger.dropped == [.unwritten: 1])
        try outside.release()
        try numbers.store.close()
    }

    @Test func `sixty-four concurrent tasks lose nothing and the counts always balance`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: Self.quick(entries: 5000))
        let balanced = await withTaskGroup(of: Bool.self) { group in
            for task in 0..<64 {
                group.addTask {
                    var balanced = true
                    for number in 0..<1000 {
                        await numbers.record(task * 1000 + number)
                        if number % 100 == 0 { balanced = balanced && numbers.journal.ledger.isBalanced }
                    }
                    return balanced
                }
            }
            return await group.allSatisfy { $0 }
        }
        #expect(balanced)
        let ledger = await numbers.journal.close()
        #expect(ledger.accepted == 64_000 && ledger.stored == 64_000 && ledger.isBalanced)
        #expect(try await Set(numbers.stored()) == Set(0..<64_000))
        try numbers.store.close()
    }

    @Test func `closing writes pending entries and then accepts no more`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        for number in 0..<500 { await numbers.record(number) }
        async let twice = numbers.journal.close()
        let ledger = await numbers.journal.close()
        #expect(await twice == ledger)
        #expect(ledger.stored == 500)
        await numbers.record(500)
        #expect(numbers.journal.ledger.dropped == [.closed: 1])
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored().count == 500)
        try numbers.store.close()
    }

    @Test func `closing ends while a database stays locked and counts the loss`() async throws {
        let scratch = try Scratch()
        let settings = Self.quick(entries: 10, closingPatience: .milliseconds(50))
        let numbers = try Numbers(.file(scratch.path("n.db")), settings: settings)
        let outside = try OutsideWriter(holding: scratch.path("n.db"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<30 { group.addTask { await numbers.record(number) } }
            try await eventually("all are in") { numbers.journal.ledger.accepted == 30 }
            await numbers.journal.close()
            try await group.waitForAll()
        }
        let ledger = numbers.journal.ledger
        #expect(ledger.dropped == [.unwritten: 30] && ledger.isBalanced)
        try outside.release()
        try numbers.store.close()
    }

    @Test func `a journal that is released without closing writes its entries`() async throws {
        let scratch = try Scratch()
        let store: Store
        do {
            let numbers = try Numbers(.file(scratch.path("n.db")))
            store = numbers.store
            for number in 0..<10 { await numbers.record(number) }
        }
        try await eventually("all are stored") {
            try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM number") } == 10
        }
    }

    @Test func `many commits do not grow the stack`() async throws {
        let numbers = try Numbers(.memory, settings: JournalSettings(batchEntries: 1))
        for number in 0..<40_000 { await numbers.record(number) }
        #expect(await numbers.journal.close().stored == 40_000)
        try numbers.store.close()
    }

    @Test func `a journal in memory works like one in a file`() async throws {
        let numbers = try Numbers(.memory)
        for number in 0..<10 { await numbers.record(number) }
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == Array(0..<10))
        try await numbers.close()
    }

    @Test func `a journal writes again after its writer was idle`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        await numbers.record(0)
        #expect(await numbers.journal.flush() == .reached)
        // The writer releases its statements. Nothing outside of its thread shows this, so the test waits longer.
        try await Task.sleep(for: JournalMaintenance.idleDelay + .milliseconds(500))
        await numbers.record(1)
        #expect(await numbers.journal.flush() == .reached)
        #expect(try await numbers.stored() == [0, 1])
        try await numbers.close()
    }

    @Test func `a long-running reader is reported and the log shrinks after it ends`() async throws {
        let scratch = try Scratch()
        let numbers = try Numbers(.file(scratch.path("n.db")))
        await numbers.record(0)
        #expect(await numbers.journal.flush() == .reached)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: scratch.path("n.db"), configuration: configuration)
        try await reader.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT count(*) FROM number") }
        for number in 1...100 { await numbers.record(number, ballast: 1 << 20) }
        #expect(await numbers.journal.flush() == .reached)
        try await eventually("the growth is reported") {
            numbers.log.entries.contains { $0.message.description.contains("grows") }
        }
        #expect(try scratch.bytes("n.db-wal").count > 64 << 20)
        try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        try reader.close()
        try await eventually("the log is small") {
            await numbers.record(1000)
            return try scratch.bytes("n.db-wal").count <= 65 << 20
        }
        try await numbers.close()
    }
}
