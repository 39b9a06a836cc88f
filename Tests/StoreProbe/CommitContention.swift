import Foundation
import GRDB
import IlkLog
import IlkStore
import TestSupport

/// Two processes commit to one file as fast as possible while a third one checkpoints it continuously.
/// Without the lock, SQLite before 3.51.3 can lose rows this way.
struct CommitContention {
    let path: String
    /// The total number of commits of both processes.
    let commits: Int
    var random: SeededGenerator

    mutating func run() async throws {
        let store = try ClassificationLogStore.open(.file(path))
        let before = ContinuousClock.now
        let share = commits / 2
        let writers = try ["first", "second"].map { name in
            try OwnProgram.start(["commit", path, String(share), name])
        }
        var checkpoints = 0
        while writers.contains(where: \.isRunning) {
            try checkpoint()
            checkpoints += 1
            usleep(UInt32.random(in: 0...2000, using: &random))
        }
        guard writers.allSatisfy({ $0.terminationStatus == 0 }) else {
            throw ViolatedGuarantee(description: "a writer failed")
        }
        let texts = try await store.reader.read { database in
            try ProbeSupport.checkIntegrity(database)
            return try Set(String.fetchAll(database, sql: "SELECT text FROM classificationLog"))
        }
        for name in ["first", "second"] {
            for number in 0..<share where !texts.contains("\(name) \(number)") {
                throw ViolatedGuarantee(description: "\(name) \(number) is lost")
            }
        }
        let ledger = try await store.ledger()
        guard texts.count == 2 * share, ledger.isBalanced, ledger.stored == 2 * share else {
            throw ViolatedGuarantee(description: "\(texts.count) rows, \(ledger)")
        }
        try store.close()
        StoreProbe.say(
            "\(2 * share) commits of two processes and \(checkpoints) checkpoints of a third in "
                + "\(ContinuousClock.now - before): 0 lost, the file is whole")
    }

    /// Runs one of the writers, with one commit per entry.
    static func commit(_ path: String, _ count: Int, _ name: String) async throws {
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ProbeSupport.logger(store, JournalSettings(batchEntries: 1, grouping: .zero))
        for number in 0..<count { await ProbeSupport.log("\(name) \(number)", to: logger) }
        guard await logger.close().stored == count else {
            throw ViolatedGuarantee(description: "not all stored")
        }
        try store.close()
    }

    /// Checkpoints like another Ilk process, in a random mode.
    private mutating func checkpoint() throws {
        let kind = ["PASSIVE", "FULL", "RESTART", "TRUNCATE"].randomElement(using: &random) ?? "FULL"
        try StoreLock(path: path + ".lock").withLock(timeout: .seconds(5)) {
            let queue = try DatabaseQueue(path: path)
            try queue.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(\(kind))") }
            try queue.close()
        }
    }
}
