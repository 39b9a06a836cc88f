import FaultyDisk
import Foundation
import GRDB
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport

/// Fails the n-th disk call of each type, or the n-th allocation, for all n, while a journal writes. The
/// journal must keep its entries, recover automatically, and store each entry once.
struct DiskFaults {
    let folder: String
    /// The number of tried calls of each type.
    let calls: Int

    struct Fault: Sendable {
        let name: String
        /// Makes the n-th call and a number of calls after it fail.
        let arm: @Sendable (_ nth: Int, _ count: Int) -> Void
        /// Stops failing, and returns the number of failed calls.
        let heal: @Sendable () -> Int
        /// Returns the number of calls since the fault was armed.
        let count: @Sendable () -> Int

        init(name: String, call: faulty_disk_call, code: Int32, tears: Bool = false) {
            self.name = name
            arm = { faulty_disk_fail(call, $0, $1, code, tears ? 1 : 0) }
            heal = { faulty_disk_heal() }
            count = { faulty_disk_count(call) }
        }

        private init(
            name: String, arm: @escaping @Sendable (Int, Int) -> Void, heal: @escaping @Sendable () -> Int,
            count: @escaping @Sendable () -> Int
        ) {
            (self.name, self.arm, self.heal, self.count) = (name, arm, heal, count)
        }

        static let memory = Fault(
            name: "allocation", arm: { failing_memory_fail($0, $1) }, heal: { failing_memory_heal() },
            count: { failing_memory_count() })
    }

    /// The possible faults while a journal writes.
    static let writing = [
        Fault(name: "write, disk full", call: FAULTY_DISK_WRITE, code: 13),
        Fault(name: "write, I/O error", call: FAULTY_DISK_WRITE, code: 778),
        Fault(name: "write, torn, I/O error", call: FAULTY_DISK_WRITE, code: 778, tears: true),
        Fault(name: "sync", call: FAULTY_DISK_SYNC, code: 1034),
        .memory,
    ]

    /// The possible faults while a file is created or opened.
    static let opening = [
        Fault(name: "write, disk full", call: FAULTY_DISK_WRITE, code: 13),
        Fault(name: "read", call: FAULTY_DISK_READ, code: 266),
        Fault(name: "open", call: FAULTY_DISK_OPEN, code: 14),
        Fault(name: "shared memory", call: FAULTY_DISK_SHM, code: 5386),
        Fault(name: "lock", call: FAULTY_DISK_LOCK, code: 3850),
        Fault(name: "sync", call: FAULTY_DISK_SYNC, code: 1034),
    ]

    func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for fault in Self.writing {
            // A single failure, a few, and so many that the journal has to wait.
            for count in [1, 3, 40] {
                let failed = try await all(fault, count, "while writing", write)
                guard failed > 0 else {
                    throw ViolatedGuarantee(description: "\(fault.name): nothing failed")
                }
            }
        }
        guard try await all(.memory, 1, "while indexing", index) > 0 else {
            throw ViolatedGuarantee(description: "no call failed while indexing")
        }
        for fault in Self.writing {
            guard try await all(fault, 1, "while purging", purge) > 0 else {
                throw ViolatedGuarantee(description: "\(fault.name): no call failed while purging")
            }
        }
        for fault in Self.opening {
            guard try await all(fault, 1, "while creating", make) > 0 else {
                throw ViolatedGuarantee(description: "\(fault.name): nothing failed")
            }
            _ = try await all(fault, 1, "while opening", open)
        }
    }

    /// Runs a trial with the fault at each of the tried calls.
    private func all(
        _ fault: Fault, _ count: Int, _ moment: String, _ trial: (Fault, Int, Int) async throws -> Int
    ) async throws -> Int {
        var failed = 0
        // If there are more calls than are tried, the tried ones are spread over the run.
        _ = try await trial(fault, .max / 2, 1)
        let stride = max(1, fault.count() / calls)
        for nth in (0..<calls).map({ 1 + $0 * stride + (stride > 1 ? $0 % stride : 0) }) {
            do {
                failed += try await trial(fault, nth, count)
            } catch {
                throw ViolatedGuarantee(
                    description: "\(fault.name) \(moment), call \(nth), \(count) times: \(error)")
            }
        }
        StoreProbe.say("\(fault.name) \(moment), \(count) in a row: \(failed) failed calls, 0 entries lost")
        return failed
    }

    private var path: String { folder + "/faults.db" }

    /// Opening must succeed or fail with a documented error, and must succeed once no calls fail any more.
    private func make(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try StoreFiles.remove(path)
        return try await reopen(fault, nth, count, rows: 0)
    }

    private func open(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try StoreFiles.remove(path)
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store)
        for number in 0..<100 { await log(number, to: logger) }
        await logger.close()
        try store.close()
        return try await reopen(fault, nth, count, rows: 100)
    }

    private func reopen(_ fault: Fault, _ nth: Int, _ count: Int, rows: Int) async throws -> Int {
        fault.arm(nth, count)
        do {
            try ClassificationLogStore.open(.file(path)).close()
        } catch let error as StoreError {
            let expected: Set<StoreError.Code> = [.full, .io, .cannotCreate]
            guard expected.contains(error.code) else { throw error }
        }
        let failed = fault.heal()
        let store = try ClassificationLogStore.open(.file(path))
        guard try await store.count() == rows, try await store.fault() == nil else {
            throw ViolatedGuarantee(description: "the content has changed")
        }
        try store.close()
        return failed
    }

    /// A text that could not be read must be indexed later, and never as an empty one.
    private func index(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try StoreFiles.remove(path)
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store, keepsIndex: false)
        for number in 0..<100 { await log(number, to: logger) }
        await logger.close()
        fault.arm(nth, count)
        do {
            try await store.updateIndex()
        } catch is StoreError {
            // The second call below finishes the work.
        }
        let failed = fault.heal()
        try await store.updateIndex()
        let found = try await store.search(FullTextQuery("word"), newest: 1000).count
        guard found == 100 else { throw ViolatedGuarantee(description: "\(found) of 100 texts are found") }
        try store.close()
        return failed
    }

    /// The next process finishes a failed purge. No byte of the purged texts may be left, and all other
    /// entries must be present.
    private func purge(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try StoreFiles.remove(path)
        var random = SeededGenerator(seed: UInt64(nth))
        var store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store)
        var markers: [String] = []
        for number in 0..<100 {
            markers.append(Marker.make(&random))
            await ProbeSupport.log(
                "\(number) \(markers[number]) " + String(repeating: "a word or two ", count: 20),
                at: Date(timeIntervalSince1970: Double(number)), to: logger)
        }
        await logger.close()
        let old = LogPurge(filter: LogFilter(until: Date(timeIntervalSince1970: 70)))
        fault.arm(nth, count)
        do {
            try await store.purge(old)
        } catch let error where error is StoreError || error is RecordStoreError {
            // The calls below finish the work.
        }
        let failed = fault.heal()
        try? store.close()  // A failed store need not close cleanly.
        store = try ClassificationLogStore.open(.file(path))
        try await store.finishPurge()
        if try await store.count() == 100 { try await store.purge(old) }
        let numbers = try await store.reader.read { try ProbeSupport.numbers($0) }
        guard numbers == Array(70..<100), try await store.fault(thorough: true) == nil else {
            throw ViolatedGuarantee(description: "\(numbers.count) entries after a purge: \(numbers)")
        }
        try store.close()
        try Marker.checkGone(Set(markers.prefix(70)), from: folder)
        return failed
    }

    private func log(_ number: Int, to logger: ClassificationLogger) async {
        await ProbeSupport.log("\(number) " + String(repeating: "a word or two ", count: 40), to: logger)
    }

    /// - Returns: The number of failed calls.
    private func write(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try StoreFiles.remove(path)
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(
            store,
            JournalSettings(
                batchEntries: 16, grouping: .milliseconds(1),
                retry: RetrySchedule(first: .microseconds(100), longest: .milliseconds(1)),
                attemptPatience: .milliseconds(50)))
        fault.arm(nth, count)
        for number in 0..<100 {
            await log(number, to: logger)
            guard number % 25 == 24 else { continue }
            guard await logger.flush(.synced) == .reached else {
                throw ViolatedGuarantee(description: "no sync")
            }
        }
        let failed = fault.heal()
        let ledger = await logger.close()
        try await check(store, ledger)
        try store.close()
        return failed
    }

    private func check(_ store: ClassificationLogStore, _ ledger: JournalLedger) async throws {
        let numbers = try await store.reader.read { try ProbeSupport.numbers($0) }
        guard numbers == Array(0..<100) else {
            throw ViolatedGuarantee(description: "\(numbers.count) rows: \(numbers)")
        }
        let whole = try await store.ledger()
        guard ledger.stored == 100, ledger.isBalanced, whole == ledger else {
            throw ViolatedGuarantee(description: "the ledger is \(ledger), the file's \(whole)")
        }
    }
}
