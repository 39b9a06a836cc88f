import Foundation
import StoreTestSupport
import TestSupport
import Testing

/// Faults around a journal: processes, disks, permissions. Each fault runs in a separate process.
///
/// These are short versions: `make journal-proof` kills ten thousand times and damages a hundred thousand
/// images.
@Suite struct FaultTests {
    private func run(_ arguments: [String], before: [String] = []) throws -> (lines: [String], status: Int32)
    {
        let outcome = try Probe(arguments, before: before).finish()
        for line in outcome.lines { print(line) }
        return outcome
    }

    /// Returns the number of faults of a test: the second one in the short form.
    private static func count(_ long: Int, _ short: Int) -> String {
        String(TestLength.isLong ? long : short)
    }

    /// Runs the probe with a random seed, and checks the last line of its report.
    private func check(_ fault: String, _ count: String, says result: String) throws {
        let scratch = try Scratch()
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try run([fault, scratch.path(fault), count, seed])
        #expect(status == 0 && lines.last?.contains(result) == true)
    }

    @Test func `killed many times it loses no committed entry and counts all others`() throws {
        let kills = ProcessInfo.processInfo.environment["KILLS"] ?? Self.count(200, 80)
        try check("kills", kills, says: "ledger exact")
    }

    @Test func `the journal recovers from every failed disk call and stores each entry once`() throws {
        let scratch = try Scratch()
        let count = TestLength.isLong ? 12 : 3
        let (lines, status) = try run(["faults", scratch.path("faults"), "\(count)"])
        #expect(status == 0 && lines.count == 15 + 1 + 5 + 12)
    }

    @Test func `the next process finishes a killed purge and no byte is left`() throws {
        try check("purges", Self.count(30, 12), says: "0 bytes of purged texts left")
    }

    @Test func `usage that is inserted without triggers is complete and counted whenever its process dies`()
        throws
    {
        try check("takes", "12", says: "0 partial ones, counts exact")
    }

    @Test func `no damage to a file crashes its readers`() throws {
        try check("damage", Self.count(300, 60), says: "0 crashes")
    }

    @Test func `two processes that commit while a third one checkpoints lose nothing`() throws {
        try check("hammer", Self.count(4000, 1500), says: "0 lost")
    }

    @Test func `a power cut leaves a prefix of the committed rows and all synced ones`()
        throws
    {
        try check("power", Self.count(400, 100), says: "0 synced texts lost")
    }

    @Test func `entries wait while files cannot grow`() throws {
        let scratch = try Scratch()
        #expect(try run(["limit", scratch.folder.path]).status == 0)
    }

    @Test(.enabled(if: Namespaces.canMount, "skipped: this system does not permit mounting a disk"))
    func `on a full disk entries wait until there is space`() throws {
        let scratch = try Scratch()
        // The shell receives the probe and its arguments.
        let outcome = try run(
            ["fill", scratch.folder.path],
            before: [
                Namespaces.unshare, "-Urm", "/bin/sh", "-c",
                "mount -t tmpfs -o size=8m none \"$2\" && exec \"$0\" \"$@\"",
            ])
        #expect(outcome.status == 0)
    }

    @Test(.enabled(if: Namespaces.areThere, "skipped: this system does not permit dropping file permissions"))
    func `a file without permission is reported with its path`() throws {
        let scratch = try Scratch()
        let facts: [(folder: mode_t, file: mode_t?)] = [(0o500, nil), (0o700, 0o400), (0o000, nil)]
        for (place, fact) in facts.enumerated() {
            let folder = scratch.path("folder\(place)")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            if let mode = fact.file {
                try Data().write(to: URL(filePath: folder + "/a.db"))
                #expect(chmod(folder + "/a.db", mode) == 0)
            }
            #expect(chmod(folder, fact.folder) == 0)
            let (lines, status) = try run(["open", folder + "/a.db"], before: [Namespaces.unshare, "-U"])
            #expect(status == 77)
            #expect(lines.first?.contains(folder + "/a.db") == true)
            #expect(chmod(folder, 0o700) == 0)
        }
    }
}
