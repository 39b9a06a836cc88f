import Foundation
import GRDB
import StoreTestSupport
import TestSupport
import Testing

@testable import IlkStore

/// Damage to `FILE.ledger`: counts of a damaged slot are not shown, and the slot is rebuilt from the database
/// and reported.
@Suite struct LedgerDamageTests {
    private let scratch: Scratch
    private var path: String { scratch.path("n.db") }
    private var ledgerFile: URL { scratch.folder.appending(path: "n.db.ledger") }

    init() throws { scratch = try Scratch() }

    /// Leaves the files of a process that died with 5 of 12 entries committed.
    ///
    /// - Returns: The bytes of the ledger file.
    private func crash() async throws -> [UInt8] {
        let store = try Store.open(.file(path), schema: Numbers.schema)
        let run = JournalRun(RecordIDSource().next())
        do {
            let slot = try #require(try LedgerFile(path: ledgerFile.path, isWritable: true).acquireSlot(run))
            slot.store(12, as: .entered)
            slot.store(3, as: .droppedFull)
            try await store.write { database in
                try database.execute(
                    sql: "INSERT INTO journalRun VALUES (?, 5, 0, 0, 0)", arguments: [run.key])
            }
        }
        try store.close()
        return [UInt8](try Data(contentsOf: ledgerFile))
    }

    private func remove(_ suffix: String) {
        try? FileManager.default.removeItem(atPath: path + suffix)  // May be missing.
    }

    private func read() async throws -> JournalLedger {
        let store = try Store.open(.file(path), schema: Numbers.schema, access: .readOnly)
        defer { try? store.close() }  // It was only read.
        return try await store.journalLedger()
    }

    /// Returns the ledger after the next opening for writing.
    private func rebuild() async throws -> JournalLedger {
        try Store.open(.file(path), schema: Numbers.schema).close()
        return try await read()
    }

    private static let intact: JournalLedger = {
        var ledger = JournalLedger()
        (ledger.accepted, ledger.stored) = (15, 5)
        ledger.dropped = [.full: 3]
        ledger.lost = [.crash: 7]
        return ledger
    }()

    private static let rebuilt: JournalLedger = {
        var ledger = JournalLedger()
        (ledger.accepted, ledger.stored, ledger.rebuiltSlots) = (5, 5, 1)
        return ledger
    }()

    private func expectDetected(_ bytes: [UInt8], _ what: String) async throws {
        let database = try scratch.bytes("n.db")
        let log = try? scratch.bytes("n.db-wal")  // Missing after a checkpoint.
        try Data(bytes).write(to: ledgerFile)
        let seen = try await read()
        #expect(seen.accepted == 5 && seen.stored == 5, "\(what): \(seen)")
        #expect(seen.damagedSlots > 0 && !seen.isBalanced, "\(what): \(seen)")
        let after = try await rebuild()
        #expect(after.accepted == 5 && after.stored == 5 && after.damagedSlots == 0, "\(what): \(after)")
        #expect(after.rebuiltSlots > 0 && after.isBalanced, "\(what): \(after)")
        #expect(try await rebuild() == after, "\(what): booked twice")
        for suffix in ["-wal", "-shm"] { remove(suffix) }
        try database.write(to: URL(filePath: path))
        try log?.write(to: URL(filePath: path + "-wal"))
    }

    @Test func `every flipped bit of a used slot is detected`() async throws {
        let bytes = try await crash()
        #expect(try await read() == Self.intact)
        let start = LedgerFile.slots * LedgerSlot.stride
        for bit in 0..<LedgerSlot.Word.allCases.count * 64 {
            var damaged = bytes
            damaged[start + bit / 8] ^= 1 << (bit % 8)
            try Data(damaged).write(to: ledgerFile)
            let seen = try await read()
            #expect(seen.accepted == 5 && seen.damagedSlots == 1 && !seen.isBalanced, "bit \(bit): \(seen)")
        }
        // The complete cycle with the next opening, for one bit of each word.
        for word in 0..<LedgerSlot.Word.allCases.count {
            var damaged = bytes
            damaged[start + word * 8 + 3] ^= 16
            try await expectDetected(damaged, "word \(word)")
        }
    }

    @Test func `a flipped bit anywhere else changes no count`() async throws {
        let bytes = try await crash()
        let used = LedgerFile.slots * LedgerSlot.stride..<LedgerFile.slots * LedgerSlot.stride + 72
        for place in bytes.indices where !used.contains(place) && place % (TestLength.isLong ? 7 : 29) == 0 {
            var damaged = bytes
            damaged[place] ^= 1 << (place % 8)
            try Data(damaged).write(to: ledgerFile)
            var seen = try await read()
            #expect(
                seen.damagedSlots <= 1 && seen.isBalanced == (seen.damagedSlots == 0), "\(place): \(seen)")
            seen.damagedSlots = 0
            #expect(seen == Self.intact, "\(place): \(seen)")
        }
    }

    @Test func `zeros, random bytes, swapped words, a truncated file and a foreign file are detected`()
        async throws
    {
        let bytes = try await crash()
        let start = LedgerFile.slots * LedgerSlot.stride
        try await expectDetected([UInt8](repeating: 0, count: bytes.count), "zeros")
        try await expectDetected([UInt8](repeating: 255, count: bytes.count), "ones")
        try await expectDetected(Array("short".utf8), "another kind")
        try await expectDetected([], "empty")
        for length in [1, start - 1, start, start + 8, start + 60] {
            try await expectDetected(Array(bytes[..<length]), "cut to \(length)")
        }
        for (one, other) in [(0, 1), (3, 4), (4, 5), (5, 6)] {
            var damaged = bytes
            for byte in 0..<8 { damaged.swapAt(start + one * 8 + byte, start + other * 8 + byte) }
            try await expectDetected(damaged, "words \(one) and \(other)")
        }
        var moved = bytes
        moved.replaceSubrange(start + 128..<start + 256, with: bytes[start..<start + 128])
        moved.replaceSubrange(start..<start + 128, with: [UInt8](repeating: 0, count: 128))
        try await expectDetected(moved, "another slot")
        var random = SeededGenerator(seed: 7)
        for round in 0..<20 {
            let noise = bytes.map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try await expectDetected(noise, "random \(round)")
            try await expectDetected(noise + noise, "random and too long \(round)")
        }
    }

    @Test func `bytes after the known length are ignored`() async throws {
        let bytes = try await crash()
        try Data(bytes + [UInt8](repeating: 0xA7, count: 5000)).write(to: ledgerFile)
        #expect(try await read() == Self.intact)
        #expect(try await rebuild() == Self.intact)
    }

    @Test func `a damaged slot of a running journal is intact after the next commit`() async throws {
        let numbers = try Numbers(.file(path))
        numbers.journal.skip(.empty)
        for number in 0..<3 { await numbers.record(number) }
        await numbers.journal.flush()
        let expected = numbers.journal.ledger
        let handle = try FileHandle(forUpdating: ledgerFile)
        var random = SeededGenerator(seed: 3)
        try handle.seek(toOffset: UInt64(LedgerFile.slots * LedgerSlot.stride))
        handle.write(Data((0..<72).map { _ in UInt8.random(in: .min ... .max, using: &random) }))
        try handle.close()
        let damaged = try await numbers.store.journalLedger()
        #expect(damaged.damagedSlots == 1 && damaged.stored == 3 && damaged.accepted == 3)
        // Another process that opens the file leaves the slot to its owner.
        try Store.open(.file(path), schema: Numbers.schema).close()
        await numbers.record(3)
        await numbers.journal.flush()
        // The slot is written after the commit, so a reader may be faster.
        var ledger = expected
        (ledger.accepted, ledger.stored) = (5, 4)
        try await eventually("the slot is intact") { try await numbers.store.journalLedger() == ledger }
        try await numbers.close()
        #expect(try await rebuild() == ledger)
    }

    @Test func `counts of a damaged database do not overflow`() async throws {
        _ = try await crash()
        let store = try Store.open(.file(path), schema: Numbers.schema)
        try await store.write { database in
            for outcome in ["accepted", "stored", "lost.crash", "rebuiltSlots"] {
                try database.execute(
                    sql: "INSERT OR REPLACE INTO journalTotal VALUES (?, ?)", arguments: [outcome, Int.max])
            }
            for number in 1...3 {
                try database.execute(
                    sql: "INSERT INTO journalRun VALUES (?, ?, ?, ?, 0)",
                    arguments: [JournalRun(high: UInt64(number), low: 1).key, Int.max, Int.max, Int.max])
            }
        }
        try store.close()
        #expect(try await !read().isBalanced)
        #expect(try await rebuild().stored > 1 << 50)
    }

    // MARK: Format 1

    /// Returns a slot of format 1, as older versions wrote it.
    private static func old(_ run: JournalRun, process: UInt64 = 4711, counts: [UInt64]) -> [UInt8] {
        ([run.high, run.low, process] + counts).flatMap { word in
            (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
    }

    private func writeOld(_ slot: [UInt8], run: JournalRun) async throws {
        let store = try Store.open(.file(path), schema: Numbers.schema)
        try await store.write { database in
            try database.execute(sql: "INSERT INTO journalRun VALUES (?, 5, 0, 0, 0)", arguments: [run.key])
        }
        try store.close()
        var bytes = [UInt8](repeating: 0, count: LedgerFile.slots * LedgerSlot.stride)
        bytes.replaceSubrange(256..<256 + slot.count, with: slot)
        try Data(bytes).write(to: ledgerFile)
    }

    @Test func `a crash of an older program is read from its file and settled once`() async throws {
        let run = JournalRun(RecordIDSource().next())
        try await writeOld(Self.old(run, counts: [12, 0, 3, 0, 0]), run: run)
        #expect(try await read() == Self.intact)
        #expect(try await rebuild() == Self.intact)
        #expect(try await rebuild() == Self.intact)
    }

    @Test func `counts that no older program can have written are not shown`() async throws {
        let run = JournalRun(RecordIDSource().next())
        let slots = [
            Self.old(run, counts: [12 | 1 << 46, 0, 3, 0, 0]), Self.old(run, counts: [12, 0, .max, 0, 0]),
            Self.old(run, process: 1 << 40, counts: [12, 0, 3, 0, 0]),
            Self.old(JournalRun(high: run.high ^ 0x7000, low: run.low), counts: [12, 0, 3, 0, 0]),
            Self.old(run, counts: [12, 0, 3, 0, 0, 1]),
        ]
        for slot in slots {
            for suffix in ["", "-wal", "-shm"] { remove(suffix) }
            try await writeOld(slot, run: run)
            let seen = try await read()
            #expect(seen.accepted == 5 && seen.damagedSlots == 1 && !seen.isBalanced)
            #expect(try await rebuild() == Self.rebuilt)
        }
    }

    @Test func `an older program finds its slots free and does not truncate the file`() async throws {
        let numbers = try Numbers(.file(path))
        await numbers.record(1)
        await numbers.journal.flush()
        let bytes = [UInt8](try Data(contentsOf: ledgerFile))
        #expect(bytes.count == LedgerFile.length)
        #expect(bytes.prefix(LedgerFile.slots * LedgerSlot.stride).allSatisfy { $0 == 0 })
        try await numbers.close()
    }
}
