import Foundation
import TestSupport
import Testing

/// Log maintenance: statistics, backups and health checks.
@Suite("log stats, backup, restore; doctor") struct LogKeepingTests {
    private let tool: Tool

    init() throws {
        tool = try Tool()
        for text in ["see you at 8 then", "minutes of the board"] {
            let run = try tool.shell("echo '\(text)' | ilk classify --log --log-file a.sqlite")
            try #require(run.status == 0, "\(run.errors)")
        }
    }

    private struct Stats: Decodable {
        var entries: Int
        var ledger: [String: Int]
        var isBalanced: Bool
    }

    private func stats() throws -> Stats {
        let run = try tool.shell("ilk log stats --format json --log-file a.sqlite")
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Stats.self, from: Data(run.output.utf8))
    }

    @Test func `stats add up`() throws {
        let stats = try stats()
        #expect(stats.entries == 2 && stats.isBalanced)
        #expect(
            stats.ledger["accepted"] == 2 && stats.ledger["stored"] == 2 && stats.ledger["lost.crash"] == 0)
        let run = try tool.shell("ilk log stats --log-file a.sqlite")
        #expect(run.output.contains("accepted  2\n") && !run.output.contains("lost"))
    }

    @Test func `a backup can be restored`() throws {
        #expect(try tool.shell("ilk log backup b.sqlite --log-file a.sqlite").status == 0)
        #expect(try tool.shell("ilk log backup b.sqlite --log-file a.sqlite").status == 73)
        #expect(try tool.shell("ilk log backup b.sqlite --force --log-file a.sqlite").status == 0)
        #expect(try tool.shell("echo 'one more' | ilk classify --log --log-file a.sqlite").status == 0)
        #expect(try stats().entries == 3)
        #expect(try tool.shell("ilk log restore b.sqlite --log-file a.sqlite").status == 64)
        #expect(try tool.shell("ilk log restore b.sqlite --yes --log-file a.sqlite").status == 0)
        #expect(try stats().entries == 2)
        #expect(try stats().isBalanced)
        #expect(try tool.shell("ilk log restore none.sqlite --yes --log-file a.sqlite").status == 66)
        #expect(
            try tool.shell("echo no > c.sqlite; ilk log restore c.sqlite --yes --log-file a.sqlite").status
                == 65)
        #expect(try stats().entries == 2)
    }

    @Test func `doctor names the library and reports a damaged log`() throws {
        let sound = try tool.shell("ilk doctor --log-file a.sqlite")
        #expect(sound.status == 0 && sound.output.contains("SQLite: 3."))
        #expect(sound.output.contains("2 accepted, 2 stored"))
        #expect(try tool.shell("ilk doctor --log-file none.sqlite").status == 0)
        let damaged = try tool.shell(
            "head -c 5000 /dev/zero | tr '\\0' A > a.sqlite; rm -f a.sqlite-wal; ilk doctor --log-file a.sqlite"
        )
        #expect(damaged.status == 1 && damaged.output.contains("BAD "))
    }

    @Test func `a damaged log is moved aside and replaced unless that is forbidden`() throws {
        // A backup is a single file without a write-ahead log.
        let broken = """
            ilk log backup b.sqlite --log-file a.sqlite && dd if=/dev/zero of=b.sqlite bs=1 seek=100 count=3000 conv=notrunc
            """
        #expect(try tool.shell(broken).status == 0)
        let before = try tool.bytes("b.sqlite")
        let strict = try tool.shell("echo 'one more' | ilk classify --log --strict-log --log-file b.sqlite")
        #expect(strict.status == 65 && strict.output.isEmpty)
        #expect(try tool.bytes("b.sqlite") == before)
        let run = try tool.shell("echo 'one more' | ilk classify --log --log-file b.sqlite --quiet")
        #expect(run.status == 0 && run.errors.contains("b.sqlite.damaged"), "\(run.errors)")
        #expect(try tool.bytes("b.sqlite.damaged") == before)
        #expect(try tool.shell("ilk log ls --log-file b.sqlite --format ndjson").lines.count == 1)
        // The first damaged file is kept when it happens again. A backup can be restored.
        let again = """
            rm b.sqlite*-wal b.sqlite*-shm; cp b.sqlite.damaged b.sqlite; echo two | ilk classify --log --log-file b.sqlite
            """
        #expect(try tool.shell(again).errors.contains("b.sqlite.damaged-2"))
        #expect(try tool.bytes("b.sqlite.damaged") == before)
        let restored = """
            ilk log backup c.sqlite --log-file a.sqlite && ilk log restore c.sqlite --log-file b.sqlite --yes \
                && ilk log ls --log-file b.sqlite --format ndjson
            """
        #expect(try tool.shell(restored).lines.count == 2)
    }
}
