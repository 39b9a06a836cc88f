import FaultyDisk
import Foundation
import IlkLog
import IlkStore
import Logging
import RawInsert
import TestSupport

/// The second process of the store's tests: it logs, holds the lock, or logs until it is killed.
///
///     StoreProbe log PATH COUNT NAME       logs COUNT texts, prints how many are stored
///     StoreProbe hold PATH.lock            acquires the lock, prints `held`, keeps it until its input ends
///     StoreProbe endless PATH              logs and flushes, prints after each flush how many are committed
///     StoreProbe measure PATH              prints the cost of logging to its caller, and the rows per second
///     StoreProbe fill FOLDER               logs while the small disk of FOLDER is full, and afterwards
///     StoreProbe limit FOLDER              logs while files cannot grow, and afterwards
///     StoreProbe open PATH                 opens the file, or exits with the status of the error
///     StoreProbe compare PATH              compares the rows per second with those of SQLite from C
///     StoreProbe compare-verdicts PATH     compares with verdicts, the full-text index and the counts
///     StoreProbe victim PATH WORDS         logs until it is killed, and counts its work in the file WORDS
///     StoreProbe commit PATH COUNT NAME    logs COUNT texts with one commit each
///     StoreProbe purge PATH                purges most of a log
///     StoreProbe kills FOLDER COUNT SEED   kills COUNT victims and checks the file after each
///     StoreProbe streams FOLDER COUNT SEED kills COUNT streams of ilk classify --log and checks their output
///     StoreProbe faults FOLDER COUNT       fails COUNT disk calls of each type, and COUNT allocations
///     StoreProbe purges FOLDER COUNT SEED  kills COUNT purging processes, and finishes each purge
///     StoreProbe take PATH WORDS SEED      inserts batches of usage until it is killed, counted in WORDS
///     StoreProbe takes FOLDER COUNT SEED   kills COUNT inserting processes, and checks the file after each
///     StoreProbe damage FOLDER COUNT SEED  reads COUNT damaged copies of a log
///     StoreProbe hammer PATH COUNT SEED    runs COUNT commits of two processes while a third one checkpoints
///     StoreProbe power FOLDER COUNT SEED   simulates COUNT power cuts in a recorded run
///     StoreProbe usage PATH                prints the cost of a tap, and of a report over a year
///     StoreProbe usage-make PATH EVENTS    creates EVENTS taps of a device
///     StoreProbe usage-look PATH EVENTS SYMBOLS  creates events, and searches for regressions
///     StoreProbe copy FROM TO TABLE        prints the rows per second of copying a table with SQLite from C
///     StoreProbe monica CONTACT            acts as Monica without a rate limit, and prints its URL
///     StoreProbe parse-mail BADLY          parses mail, and crashes or hangs on certain messages
@main
struct StoreProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let command = arguments.first, let path = arguments.dropFirst().first else { exit(64) }
        // As ilk does, before SQLite is used.
        Store.disableMemoryStatistics()
        do {
            try await run(command, path, arguments)
        } catch {
            say("failed: \(error)")
            exit(70)
        }
    }

    private static func run(_ command: String, _ path: String, _ arguments: ArraySlice<String>) async throws {
        switch command {
        case "log": try await log(path, Array(arguments.dropFirst(2)))
        case "hold": try hold(path)
        case "endless": try await endless(path)
        case "victim":
            guard let words = arguments.dropFirst(2).first else { exit(64) }
            try await Victim(path: path, words: SharedWords(path: words)).run()
        case "kills", "streams": try await kill(command, path, Array(arguments.dropFirst(2)))
        case "commit":
            let rest = Array(arguments.dropFirst(2))
            guard rest.count == 2, let count = Int(rest[0]) else { exit(64) }
            try await CommitContention.commit(path, count, rest[1])
        case "hammer":
            let (count, random) = numbers(Array(arguments.dropFirst(2)), of: "commits")
            var hammer = CommitContention(path: path, commits: count, random: random)
            try await hammer.run()
        case "damage":
            let (count, random) = numbers(Array(arguments.dropFirst(2)), of: "damaged files")
            var damage = Damage(folder: path, variants: count, random: random)
            try await damage.run()
        case "purge": try await PurgeKills.purge(path)
        case "purges": try await purges(path, Array(arguments.dropFirst(2)))
        case "take", "takes": try await perform(command, path, Array(arguments.dropFirst(2)))
        case "faults":
            guard let calls = arguments.dropFirst(2).first.flatMap({ Int($0) }), calls > 0,
                failing_memory_install() == 0, faulty_disk_register() == 0
            else { exit(64) }
            try await DiskFaults(folder: path, calls: calls).run()
        case "power":
            let (count, random) = numbers(Array(arguments.dropFirst(2)), of: "images")
            guard faulty_disk_register() == 0 else { exit(70) }
            var power = PowerLoss(folder: path, images: count, random: random)
            try await power.run()
        case "fill": try await DiskSpaceTrial(folder: path).fillDisk()
        case "limit": try await DiskSpaceTrial(folder: path).limitFiles()
        case "open": try open(path)
        case "compare", "compare-verdicts": try await compare(path, verdicts: command != "compare")
        case "usage", "usage-make", "usage-look":
            try await usage(path, arguments.dropFirst(2).compactMap { Int($0) })
        case "copy": try copy(path, Array(arguments.dropFirst(2)))
        case "measure": try await Measurement(path: path).run()
        #if Mail
            case "parse-mail": MailCrash.run()
        #endif
        case "monica": try answerAsMonica(contact: path)
        default: exit(64)
        }
    }

    private static func kill(_ command: String, _ path: String, _ rest: [String]) async throws {
        let (count, random) = numbers(rest, of: "cycles")
        if command == "streams" {
            var streams = try StreamKills(folder: path, cycles: count, random: random)
            return try await streams.run()
        }
        var cycles = KillCycles(folder: path, cycles: count, random: random)
        try await cycles.run()
    }

    private static func compare(_ path: String, verdicts: Bool) async throws {
        let comparison = Comparison(path: path)
        if verdicts { try await comparison.runVerdicts() } else { try await comparison.run() }
    }

    private static func usage(_ path: String, _ rest: [Int]) async throws {
        let trial = UsageTrial(path: path)
        guard !rest.isEmpty else {
            try await trial.taps(100_000)
            return try await trial.report()
        }
        if rest.count == 1, rest[0] > 0 { return try await trial.make(rest[0]) }
        guard rest.count == 2, rest[0] >= 20, rest[1] > 0 else { exit(64) }
        try await trial.regressions(events: rest[0], symbols: rest[1])
    }

    private static func log(_ path: String, _ rest: [String]) async throws {
        guard rest.count == 2, let count = Int(rest[0]) else { exit(64) }
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ClassificationLogger(store: store, logger: Logger(label: "probe"))
        for number in 0..<count { await ProbeSupport.log("\(rest[1]) \(number)", to: logger) }
        let ledger = await logger.close()
        try store.close()
        say("stored \(ledger.stored)")
    }

    /// Parses a count and an optional seed, which is random if it is missing. Prints both.
    private static func numbers(_ rest: [String], of what: String) -> (Int, SeededGenerator) {
        guard let count = rest.first.flatMap({ Int($0) }), count > 0 else { exit(64) }
        let seed = rest.dropFirst().first.flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
        say("seed \(seed), \(count) \(what)")
        return (count, SeededGenerator(seed: seed))
    }

    private static func open(_ path: String) throws {
        do {
            try ClassificationLogStore.open(.file(path)).close()
        } catch let error as StoreError {
            say(error.description)
            exit(error.exitStatus)
        }
    }

    private static func purges(_ path: String, _ rest: [String]) async throws {
        let (count, random) = numbers(rest, of: "purges")
        var purges = PurgeKills(folder: path, cycles: count, random: random)
        try await purges.run()
    }

    private static func perform(_ command: String, _ path: String, _ rest: [String]) async throws {
        if command == "takes" {
            let (count, random) = numbers(rest, of: "deaths")
            var takes = InsertKills(folder: path, cycles: count, random: random)
            return try await takes.run()
        }
        guard rest.count == 2, let seed = UInt64(rest[1]) else { exit(64) }
        try await InsertKills.run(path, telling: rest[0], seed: seed)
    }

    private static func copy(_ path: String, _ rest: [String]) throws {
        guard rest.count == 2 else { exit(64) }
        var rows = 0
        let seconds = raw_copy(path, rest[0], rest[1], 2000, &rows)
        guard seconds > 0 else { throw ViolatedGuarantee(description: "SQLite failed") }
        say("\(rest[1]) from plain C: \(rows) rows, \(Int(Double(rows) / seconds)) per second")
    }

    /// Acts as a Monica server, for programs that sync.
    private static func answerAsMonica(contact: String) throws {
        let monica = FakeMonica()
        monica.setLimit(nil)
        monica.addContact(contact)
        let server = try LoopbackServer { monica.answer($0, at: Date().timeIntervalSince1970) }
        say(server.address)
        while readLine() != nil {}
        server.stop()
        let texts = monica.records(isCall: true).compactMap(\.text)
        say("\(texts.count) calls, \(Set(texts).count) different")
    }

    private static func hold(_ path: String) throws {
        try StoreLock(path: path).withLock(timeout: .seconds(5)) {
            say("held")
            while readLine() != nil {}
        }
    }

    private static func endless(_ path: String) async throws {
        let store = try ClassificationLogStore.open(.file(path))
        let logger = ClassificationLogger(store: store, logger: Logger(label: "probe"))
        var number = 0
        while true {
            for _ in 0..<20 {
                await ProbeSupport.log("endless \(number)", to: logger)
                number += 1
            }
            await logger.flush()
            say("committed \(number)")
        }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
