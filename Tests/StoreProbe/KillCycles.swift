import Foundation
import GRDB
import IlkLog
import IlkStore
import IlkVocabulary
import TestSupport

/// Kills a logging process repeatedly and checks the guarantees for the file: no committed entry is lost, the
/// ledger is exact, and the next process can open it immediately.
struct KillCycles {
    let folder: String
    let cycles: Int
    var random: SeededGenerator

    private var path: String { folder + "/log.db" }
    /// The sums of the counts of all dead victims.
    var begun = 0
    var done = 0
    /// The number of rows deleted to keep the file small. The ledger still counts them.
    var removed = 0
    var setAsideRemoved = 0
    var lost = 0
    var worstReady = Duration.zero
    var worstUncommitted = 0

    mutating func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let words = try SharedWords(path: folder + "/words")
        for cycle in 0..<cycles {
            words.clear()
            let process = try OwnProgram.start(["victim", path, folder + "/words"])
            let victim = process.processIdentifier
            try wait(for: words, cycle)
            kill(victim, SIGKILL)
            process.waitUntilExit()
            begun += words[.begun]
            done += words[.done]
            do {
                try await check(words, victim)
            } catch {
                throw ViolatedGuarantee(description: "cycle \(cycle): \(error)")
            }
            if cycle % 50 == 49 { try await tidy() }
        }
        StoreProbe.say(
            "\(cycles) kills: \(done) texts logged, \(lost) of them lost with their process, 0 committed ones; "
                + "ledger exact; ready after \(worstReady) at worst; "
                + "\(worstUncommitted) at worst uncommitted at a death")
    }

    /// Every third victim is killed while it starts, the others some time after they are ready.
    private mutating func wait(for words: SharedWords, _ cycle: Int) throws {
        let start = ContinuousClock.now
        if cycle % 3 == 0 {
            usleep(UInt32.random(in: 0...40_000, using: &random))
            return
        }
        while words[.ready] == 0 {
            guard ContinuousClock.now - start < .seconds(20) else {
                throw ViolatedGuarantee(description: "never ready")
            }
            usleep(200)
        }
        worstReady = max(worstReady, ContinuousClock.now - start)
        usleep(UInt32.random(in: 0...25_000, using: &random))
    }

    private mutating func check(_ words: SharedWords, _ victim: Int32) async throws {
        guard FileManager.default.fileExists(atPath: path) else {
            return try hold(words[.done] == 0, "no file")
        }
        let store: ClassificationLogStore
        do {
            store = try ClassificationLogStore.open(.file(path), access: .readOnly)
        } catch let error as StoreError where error.code == .olderSchema {
            // The first process died while it created the file.
            return try hold(words[.done] == 0, "an old schema")
        }
        let ledger = try await store.ledger()
        let facts = try await Facts.read(store, victim)
        try store.close()
        try hold(ledger.isBalanced, "the ledger does not balance: \(ledger)")
        try hold(ledger.pending == 0, "\(ledger.pending) pending without a process")
        try hold(
            (done...begun).contains(ledger.accepted), "accepted \(ledger.accepted), not \(done)...\(begun)")
        begun = min(begun, ledger.accepted)
        done = ledger.accepted
        try hold(
            ledger.stored == facts.rows + removed, "stored \(ledger.stored), not \(facts.rows + removed)")
        try hold(ledger.quarantined == facts.setAside + setAsideRemoved, "quarantined \(ledger.quarantined)")
        // Rows are in the order of logging, so the existing ones are the first ones without a gap.
        let expected = (0..<words[.begun]).filter { Victim.kind(of: $0) == .stored }
        try hold(facts.numbers == Array(expected.prefix(facts.numbers.count)), "a gap in the rows")
        let committed = expected.prefix { $0 < words[.committed] }.count
        try hold(facts.numbers.count >= committed, "\(committed) committed, \(facts.numbers.count) there")
        worstUncommitted = max(worstUncommitted, (ledger.lost[.crash] ?? 0) - lost)
        lost = ledger.lost[.crash] ?? 0
    }

    /// Deletes the rows like another Ilk process, and closes with a checkpoint to keep the file small.
    private mutating func tidy() async throws {
        let before = try await totals()
        try StoreLock(path: path + ".lock").withLock(timeout: .seconds(5)) {
            let queue = try DatabaseQueue(path: path)
            try queue.write { database in
                try database.execute(sql: "DELETE FROM classificationLog")
                removed += database.changesCount
                try database.execute(sql: "DELETE FROM journalQuarantine")
                setAsideRemoved += database.changesCount
            }
            try queue.close()
        }
        try hold(try await totals() == before, "deleting changed the ledger")
    }

    private func totals() async throws -> JournalLedger {
        let store = try ClassificationLogStore.open(.file(path))
        defer { try? store.close() }  // It only read.
        return try await store.ledger()
    }

    private func hold(_ isSo: Bool, _ what: String) throws {
        guard isSo else { throw ViolatedGuarantee(description: what) }
    }

    private struct Facts {
        var rows: Int
        var setAside: Int
        /// The numbers of the victim's rows, in the order of their ids.
        var numbers: [Int]

        static func read(_ store: ClassificationLogStore, _ victim: Int32) async throws -> Facts {
            try await store.reader.read { database in
                try ProbeSupport.checkIntegrity(database)
                let texts = try String.fetchAll(
                    database, sql: "SELECT text FROM classificationLog WHERE text GLOB ? ORDER BY id",
                    arguments: ["victim \(victim) *"])
                return Facts(
                    rows: try Int.fetchOne(database, sql: "SELECT count(*) FROM classificationLog") ?? 0,
                    setAside: try Int.fetchOne(database, sql: "SELECT count(*) FROM journalQuarantine") ?? 0,
                    numbers: texts.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } })
            }
        }
    }
}
