import Foundation
import GRDB
import IlkLog
import IlkStore
import TestSupport

/// Kills `ilk classify --ndjson --log` at full speed, as in a user's stream, and compares its printed answers
/// with the committed rows.
struct StreamKills {
    let folder: String
    let cycles: Int
    var random: SeededGenerator

    /// The maximum number of printed answers without a committed entry.
    private static let bound = 256
    /// More lines than a stream processes before it is killed.
    private static let lines = 60_000

    private var path: String { folder + "/log.sqlite" }
    private let program: URL
    private var worst = 0
    private var printed = 0

    init(folder: String, cycles: Int, random: SeededGenerator) throws {
        self.folder = folder
        self.cycles = cycles
        self.random = random
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        program = beside.appending(path: "ilk")
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw ViolatedGuarantee(description: "no ilk next to this program")
        }
    }

    mutating func run() async throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try writeInput("first")
        try writeInput("second")
        for cycle in 0..<cycles {
            // Every eighth cycle begins a new log. Every fourth has two concurrent streams.
            if cycle % 8 == 0 { try StoreFiles.remove(path) }
            do {
                try await kill(cycle % 4 == 3 ? ["first", "second"] : ["first"])
            } catch {
                throw ViolatedGuarantee(description: "cycle \(cycle): \(error)")
            }
        }
        StoreProbe.say(
            "\(cycles) kills: \(printed) answers printed, at most \(worst) of them without a committed entry; "
                + "ledger exact")
    }

    private mutating func writeInput(_ name: String) throws {
        let words = [
            "lunch", "attached", "select", "from", "dear", "lol", "tomorrow", "hotel", "regards", "ok",
        ]
        var text = ""
        for number in 0..<Self.lines {
            let some = (0..<Int.random(in: 2...12, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            text += #"{"text":"\#(name) \#(number) \#(some.joined(separator: " "))"}"# + "\n"
        }
        try Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
    }

    /// Runs streams concurrently, kills them, and checks each.
    private mutating func kill(_ names: [String]) async throws {
        let before = try await rows()
        let lostBefore = before == nil ? 0 : try await lost()
        let streams = try names.map(start)
        for (name, _) in zip(names, streams) { try await waitForAnswer(name) }
        usleep(UInt32.random(in: 0...900_000, using: &random))
        for stream in streams {
            Foundation.kill(stream.processIdentifier, SIGKILL)
            stream.waitUntilExit()
        }
        let after = try await rows() ?? []
        let new = after.dropFirst(before?.count ?? 0)
        var uncommitted = 0
        for name in names {
            let answers = try Data(contentsOf: URL(filePath: folder + "/" + name + ".out")).count {
                $0 == 0x0A
            }
            let numbers = new.compactMap { Self.number(in: $0, of: name) }
            try hold(numbers == Array(0..<numbers.count), "a gap in the rows of \(name)")
            uncommitted = max(uncommitted, answers - numbers.count)
            printed += answers
        }
        worst = max(worst, uncommitted)
        try hold(uncommitted <= Self.bound, "\(uncommitted) answers were printed without a committed entry")
        // The limit on accepted but uncommitted entries: for each stream the bound, and the entry of the
        // waiting caller.
        let lostNow = try await lost() - lostBefore
        try hold(
            (max(0, uncommitted)...(Self.bound + 1) * names.count).contains(lostNow),
            "the ledger lost \(lostNow)")
    }

    private func start(_ name: String) throws -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = ["classify", "--ndjson", "--log", "--log-file", path]
        process.environment = ["HOME": folder, "XDG_DATA_HOME": folder + "/data", "PATH": "/usr/bin:/bin"]
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: folder + "/" + name))
        let output = URL(filePath: folder + "/" + name + ".out")
        try Data().write(to: output)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        return process
    }

    private func waitForAnswer(_ name: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try FileManager.default.attributesOfItem(atPath: folder + "/" + name + ".out")[.size] as? Int
            == 0
        {
            guard ContinuousClock.now < deadline else {
                throw ViolatedGuarantee(description: "no answer of \(name)")
            }
            usleep(1000)
        }
    }

    /// Returns the texts of the log in the order of their rows, or `nil` if there is no log yet.
    private func rows() async throws -> [String]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try await reading { store in
            try await store.reader.read { database in
                try ProbeSupport.checkIntegrity(database)
                return try String.fetchAll(database, sql: "SELECT text FROM classificationLog ORDER BY rowid")
            }
        }
    }

    private func lost() async throws -> Int {
        let ledger = try await reading { try await $0.ledger() }
        try hold(ledger.isBalanced && ledger.pending == 0, "the ledger is \(ledger)")
        return ledger.lost[.crash] ?? 0
    }

    private func reading<Result>(
        _ body: (ClassificationLogStore) async throws -> Result
    ) async throws -> Result {
        let store = try ClassificationLogStore.open(.file(path), access: .readOnly)
        defer { try? store.close() }  // It was only read.
        return try await body(store)
    }

    private static func number(in text: String, of name: String) -> Int? {
        let words = text.split(separator: " ")
        return words.first.map(String.init) == name ? Int(words[1]) : nil
    }

    private func hold(_ isSo: Bool, _ what: String) throws {
        guard isSo else { throw ViolatedGuarantee(description: what) }
    }
}
