import FaultyDisk
import Foundation
import GRDB
import IlkDomains
import IlkStore
import IlkVocabulary
import Logging

/// Lets the n-th call of a kind fail, for all n, while a journal writes: whatever fails, the journal keeps its entries,
/// recovers by itself, and has each of them once.
struct DiskFaults {
    let folder: String
    /// How many n of each kind.
    let calls: Int

    struct Fault {
        var name: String
        var call: faulty_disk_call
        var code: Int32
        var tears = false
    }

    /// What can fail while a journal writes.
    static let writing = [
        Fault(name: "write, disk full", call: FAULTY_DISK_WRITE, code: 13),
        Fault(name: "write, I/O error", call: FAULTY_DISK_WRITE, code: 778),
        Fault(name: "write, torn, I/O error", call: FAULTY_DISK_WRITE, code: 778, tears: true),
        Fault(name: "sync", call: FAULTY_DISK_SYNC, code: 1034),
    ]

    /// What can fail while a file is made or opened.
    static let opening = [
        Fault(name: "write, disk full", call: FAULTY_DISK_WRITE, code: 13),
        Fault(name: "read", call: FAULTY_DISK_READ, code: 266),
        Fault(name: "open", call: FAULTY_DISK_OPEN, code: 14),
        Fault(name: "shared memory", call: FAULTY_DISK_SHM, code: 5386),
        Fault(name: "lock", call: FAULTY_DISK_LOCK, code: 3850),
        Fault(name: "sync", call: FAULTY_DISK_SYNC, code: 1034),
    ]

    struct Broken: Error, CustomStringConvertible {
        var description: String
    }

    func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for fault in Self.writing {
            // Once and again a few times, and for so long that the journal has to wait.
            for count in [1, 3, 40] {
                let failed = try await all(fault, count, "while it writes", write)
                guard failed > 0 else { throw Broken(description: "\(fault.name): nothing failed") }
            }
        }
        for fault in Self.opening {
            guard try await all(fault, 1, "while it is made", make) > 0 else {
                throw Broken(description: "\(fault.name): nothing failed")
            }
            _ = try await all(fault, 1, "while it is opened", open)
        }
    }

    /// The fault at each of the first calls.
    private func all(
        _ fault: Fault, _ count: Int, _ moment: String, _ trial: (Fault, Int, Int) async throws -> Int
    ) async throws -> Int {
        var failed = 0
        for nth in 1...calls {
            do {
                failed += try await trial(fault, nth, count)
            } catch {
                throw Broken(description: "\(fault.name) \(moment), call \(nth), \(count) times: \(error)")
            }
        }
        StoreProbe.say("\(fault.name) \(moment), \(count) in a row: \(failed) failed calls, 0 entries lost")
        return failed
    }

    private var path: String { folder + "/faults.db" }

    private func removeFiles() throws {
        for suffix in ["", "-wal", "-shm", ".lock", ".ledger"]
        where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
    }

    /// Opening fails with an error that says why, or works; and works when nothing fails any more.
    private func make(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try removeFiles()
        return try await reopen(fault, nth, count, rows: 0)
    }

    private func open(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try removeFiles()
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ClassificationLogger(store: store, logger: Self.quiet)
        for number in 0..<100 { await log(number, to: logger) }
        await logger.close()
        try store.close()
        return try await reopen(fault, nth, count, rows: 100)
    }

    private func reopen(_ fault: Fault, _ nth: Int, _ count: Int, rows: Int) async throws -> Int {
        faulty_disk_fail(fault.call, nth, count, fault.code, fault.tears ? 1 : 0)
        do {
            try ClassificationLogStore.open(.file(path)).close()
        } catch let error as StoreError {
            let expected: Set<StoreError.Code> = [.full, .io, .cannotCreate]
            guard expected.contains(error.code) else { throw error }
        }
        let failed = faulty_disk_heal()
        let store = try ClassificationLogStore.open(.file(path))
        guard try await store.count() == rows, try await store.fault() == nil else {
            throw Broken(description: "not what it was")
        }
        try store.close()
        return failed
    }

    private static let quiet = Logger(label: "faults") { _ in SwiftLogNoOpLogHandler() }

    private func log(_ number: Int, to logger: ClassificationLogger) async {
        let text = String(repeating: "a word or two ", count: 40)
        await logger.log(
            classification: TextClassification(category: .message, timestamp: Date(), textSample: ""),
            fullText: "\(number) \(text)", features: nil)
    }

    /// - Returns: How many calls failed.
    private func write(_ fault: Fault, nth: Int, count: Int) async throws -> Int {
        try removeFiles()
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ClassificationLogger(
            store: store,
            settings: JournalSettings(
                batchEntries: 16, grouping: .milliseconds(1),
                retry: RetrySchedule(first: .microseconds(100), longest: .milliseconds(1)),
                attemptPatience: .milliseconds(50)),
            logger: Self.quiet)
        faulty_disk_fail(fault.call, nth, count, fault.code, fault.tears ? 1 : 0)
        for number in 0..<100 {
            await log(number, to: logger)
            guard number % 25 == 24 else { continue }
            guard await logger.flush(.synced) else { throw Broken(description: "no sync") }
        }
        let failed = faulty_disk_heal()
        let ledger = await logger.close()
        try await check(store, ledger)
        try store.close()
        return failed
    }

    private func check(_ store: ClassificationLogStore, _ ledger: JournalLedger) async throws {
        let numbers = try await store.reader.read { database in
            guard try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") == "ok" else {
                throw Broken(description: "the file is damaged")
            }
            return try String.fetchAll(database, sql: "SELECT text FROM classificationLog ORDER BY id")
                .compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        }
        guard numbers == Array(0..<100) else {
            throw Broken(description: "\(numbers.count) rows: \(numbers)")
        }
        let whole = try await store.ledger()
        guard ledger.stored == 100, ledger.isBalanced, whole == ledger else {
            throw Broken(description: "the ledger is \(ledger), the file's \(whole)")
        }
    }
}
