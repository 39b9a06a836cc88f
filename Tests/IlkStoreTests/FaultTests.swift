import Foundation
import StoreTestSupport
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

    @Test func `killed two hundred times it loses no committed entry and counts all others`() throws {
        let scratch = try Scratch()
        let cycles = ProcessInfo.processInfo.environment["KILLS"] ?? "200"
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try run(["kills", scratch.path("kills"), cycles, seed])
        #expect(status == 0 && lines.last?.contains("ledger exact") == true)
    }

    @Test func `the journal recovers from every failed disk call and stores each entry once`() throws {
        let scratch = try Scratch()
        let (lines, status) = try run(["faults", scratch.path("faults"), "12"])
        #expect(status == 0 && lines.count == 15 + 1 + 5 + 12)
    }

    @Test func `the next process finishes a killed purge and no byte is left`() throws {
        let scratch = try Scratch()
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try run(["purges", scratch.path("purges"), "30", seed])
        #expect(status == 0 && lines.last?.contains("0 bytes of purged texts left") == true)
    }

    @Test func `usage that is inserted without triggers is complete and counted whenever its process dies`()
        throws
    {
        let scratch = try Scratch()
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try run(["takes", scratch.path("takes"), "12", seed])
        #expect(status == 0 && lines.last?.contains("0 partial ones, counts exact") == true)
    }

    @Test func `no damage to a file crashes its readers`() throws {
        let scratch = try Scratch()
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try run(["damage", scratch.path("damage"), "300", seed])
        #expect(status == 0 && lines.last?.contains("0 crashes") == true)
    }

    @Test func `two processes that commit while a third one checkpoints lose nothing`() throws {
        let scratch = try Scratch()
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try run(["hammer", scratch.path("log.db"), "4000", seed])
        #expect(status == 0 && lines.last?.contains("0 lost") == true)
    }

    @Test func `a power cut leaves a prefix of the committed rows and all synced ones`()
        throws
    {
        let scratch = try Scratch()
        let seed = String(UInt64.random(in: 0..<1_000_000))
        let (lines, status) = try run(["power", scratch.path("power"), "400", seed])
        #expect(status == 0 && lines.last?.contains("0 synced texts lost") == true)
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
                "mount -t tmpfs -o size=2m none \"$2\" && exec \"$0\" \"$@\"",
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
