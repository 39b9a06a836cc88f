import Foundation
import IlkLog
import IlkStore
import StoreTestSupport
import TestSupport
import Testing

@Suite("Durability of the log of a stream") struct LogDurabilityTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `a killed stream has printed at most 256 answers without a committed entry`() throws {
        let cycles = ProcessInfo.processInfo.environment["STREAMS"] ?? "6"
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try Probe(["streams", tool.path("streams"), cycles, seed]).finish()
        print(lines)
        #expect(status == 0 && lines.last?.contains("ledger exact") == true, "\(lines)")
    }

    @Test func `a locked log does not delay verdicts and the loss is reported`() throws {
        try tool.run("classify", "--log", input: "hello\n")
        let probe = try Probe(["hold", tool.log + ".lock"])
        #expect(try probe.line() == "held")
        let run = try tool.run(
            "classify", "--log", "--log-wait", "0.5", "--lines", input: "lol no\nselect 1;\n")
        #expect(run.lines.count == 2 && run.status == 74, "\(run.errors)")
        #expect(run.errors.components(separatedBy: "warning: ").count == 2, "\(run.errors)")
        #expect(run.errors.contains("has been locked for"))
        #expect(run.errors.contains("2 texts were not logged"))
        _ = try probe.finish()
    }

    /// Returns a shell script that runs `commands` while another process holds a log's lock. The lock is
    /// released when `held` ends.
    private func whileLocked(_ log: String, until held: String, run commands: String) throws -> String {
        let probe = try BuiltTool.find("StoreProbe").path
        return """
            wait_for() { for turn in $(seq 600); do eval "$1" && return; sleep 0.1; done; }
            ( \(held) ) | '\(probe)' hold '\(log).lock' > held &
            wait_for '[ -s held ]'
            \(commands)
            status=$?; wait; exit $status
            """
    }

    @Test func `texts of a log that was locked at the start are logged after its release`() async throws {
        try tool.run("classify", "--log", input: "hello\n")
        try tool.write("verdicts", "")
        // The lock is released after two verdicts are printed. The third text arrives later.
        let line = try whileLocked(
            tool.log, until: "wait_for '[ $(wc -l < verdicts) = 2 ]'; touch seen",
            run: """
                (echo first; echo second; wait_for '[ -e seen ]'; sleep 1; echo third) \
                    | ilk classify --lines --log --log-wait 1 > verdicts
                """)
        let outcome = try tool.shell(line)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "warning: ").count == 2, "\(outcome.errors)")
        #expect(try tool.shell("wc -l < verdicts; ls seen").output == "3\nseen\n")
        #expect(try await tool.loggedEntries().map(\.log.text) == ["third", "second", "first", "hello"])
    }

    @Test func `a new log whose lock is held is created after its release`() async throws {
        let log = tool.path("new.sqlite")
        let outcome = try tool.shell(
            whileLocked(
                log, until: "sleep 1",
                run: "echo 'lol no' | ilk classify --log --log-wait 0 --log-file '\(log)'"))
        #expect(outcome.status == 0 && outcome.lines.count == 1, "\(outcome.errors)")
        let store = try ClassificationLogStore.open(.file(log), access: .readOnly)
        #expect(try await store.entries(newest: 2).map(\.log.text) == ["lol no"])
        try store.close()
    }

    @Test func `--log-wait takes seconds and requires --log`() throws {
        #expect(try tool.run("classify", "--log-wait", "1", input: "x").status == 64)
        #expect(try tool.run("classify", "--log", "--log-wait", "-1", input: "x").status == 64)
        #expect(try tool.run("classify", "--log", "--log-wait", "soon", input: "x").status == 64)
    }

    @Test func `a damaged ledger causes no crash and no invented counts`()
        throws
    {
        try tool.run("classify", "--log", "--lines", input: "lol no\nselect 1;\n")
        let file = URL(filePath: tool.log + ".ledger")
        let intact = [UInt8](try Data(contentsOf: file))
        var random = SeededGenerator(seed: 22)
        func noise(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in .random(in: .min ... .max, using: &random) }
        }
        var flipped = intact
        for _ in 0..<40 {
            flipped[Int.random(in: 16_384..<16_456, using: &random)] ^=
                1 << Int.random(in: 0..<8, using: &random)
        }
        let variants = [
            noise(intact.count), noise(16_384), flipped, [UInt8](repeating: 0, count: intact.count),
            Array(intact.prefix(16_400)), [], intact + noise(5000), noise(2 * intact.count),
        ]
        let commands = [
            ["log", "stats", "--format", "json"], ["log", "ls"], ["log", "show", "-1"],
            ["log", "search", "lol"],
            ["log", "export", "-o", "/dev/null"], ["doctor"], ["log", "correct", "-1", "email"],
            ["classify", "--log"],
        ]
        for (number, bytes) in variants.enumerated() {
            for command in commands {
                try Data(bytes).write(to: file)
                let line = "ilk \(command.joined(separator: " "))"
                let run = try tool.shell(line, input: Data("lol no\n".utf8))
                #expect([0, 1].contains(run.status), "\(number), \(line): \(run.status) \(run.errors)")
                guard command.contains("json") else { continue }
                let stats = try JSONDecoder().decode(Stats.self, from: run.data)
                #expect(stats.ledger.values.allSatisfy { $0 < 1000 }, "\(number): \(stats)")
                #expect(stats.isBalanced == (stats.damagedSlots == 0), "\(number): \(stats)")
            }
        }
    }

    private struct Stats: Decodable {
        var ledger: [String: Int]
        var isBalanced: Bool
        var damagedSlots: Int
    }
}
