import Foundation
import Glibc
import TestSupport
import Testing

/// The modes of the files that the tool creates.
@Suite("File modes") struct FileModeTests {
    /// Returns all entries below a folder except 0600 files, 0700 folders and links, as `mode path`.
    private func openToOthers(_ folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().compactMap { name in
            var facts = stat()
            guard lstat(folder + "/" + name, &facts) == 0, facts.st_mode & S_IFMT != S_IFLNK else {
                return nil
            }
            let isFolder = facts.st_mode & S_IFMT == S_IFDIR
            let mode = facts.st_mode & 0o7777
            return mode == (isFolder ? 0o700 : 0o600) ? nil : String(mode, radix: 8) + " " + name
        }
    }

    @Test(arguments: TestLength.some(1, of: ["000", "022", "077"]))
    func `every file that a command creates is accessible only by its owner`(mask: String) throws {
        let tool = try Tool()
        try CommandTour.prepare(tool)
        let given = try tool.names()
        for line in CommandTour.all {
            let outcome = try tool.shell("umask \(mask); " + line)
            #expect(outcome.status < 124, "\(line): status \(outcome.status): \(outcome.errors.prefix(300))")
        }
        let home = tool.folder.deletingLastPathComponent()
        for folder in ["home", "data"] {
            let open = try openToOthers(home.appending(path: folder).path)
            #expect(open.isEmpty, "\(folder): \(open)")
        }
        let outputs = try openToOthers(tool.folder.path).filter { line in
            !given.contains { line.hasSuffix(" " + $0) }
        }
        #expect(outputs.isEmpty, "\(outputs)")
        // Check that the tour has created all types of files: stores, the archive, the registry, locks and
        // ledgers.
        let made = try FileManager.default.subpathsOfDirectory(atPath: home.appending(path: "data").path)
        for ending in [".lock", ".ledger", ".sqlite", "active", ".ilk", ".ilkrules"] {
            #expect(made.contains { $0.hasSuffix(ending) }, "no \(ending) in \(made)")
        }
    }

    @Test func `a file that is formatted or replaced keeps its permissions`() throws {
        let tool = try Tool()
        try CommandTour.prepare(tool)
        chmod(tool.path("pack.yaml"), 0o640)
        try tool.write("loose.yaml", "")
        #expect(try tool.shell("ilk rules fmt pack.yaml").status == 0)
        var facts = stat()
        #expect(stat(tool.path("pack.yaml"), &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o640)
    }

    @Test(arguments: [".lock", ".ledger", "-shm"])
    func `a link next to a database is refused and its target is unchanged`(ending: String) throws {
        let tool = try Tool()
        try tool.write("victim", "precious\n")
        let data = URL(filePath: tool.log).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        symlink(tool.path("victim"), tool.log + ending)
        let outcome = try tool.shell("echo hello | ilk classify --log")
        #expect([73, 74, 77].contains(outcome.status), "\(outcome.status) \(outcome.errors)")
        #expect(outcome.errors.contains("log.sqlite"))
        if ending.hasPrefix(".") {
            #expect(outcome.errors.contains("it is a symbolic link"), "\(outcome.errors)")
        }
        #expect(try tool.bytes("victim") == Data("precious\n".utf8))
        var facts = stat()
        #expect(lstat(tool.log + ending, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
    }

    @Test func `a link in place of a write-ahead log is not followed`() throws {
        let tool = try Tool()
        try tool.write("victim", "precious\n")
        let data = URL(filePath: tool.log).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        // SQLite deletes a log beside an empty database, and refuses a link beside another one.
        for _ in 0..<2 {
            symlink(tool.path("victim"), tool.log + "-wal")
            let outcome = try tool.shell("echo hello | ilk classify --log")
            #expect(outcome.status < 124)
            #expect(try tool.bytes("victim") == Data("precious\n".utf8))
            unlink(tool.log + "-wal")
        }
    }

    @Test func `a database that is a link without a target is refused`() throws {
        let tool = try Tool()
        symlink(tool.path("nowhere.sqlite"), tool.path("log.sqlite"))
        let outcome = try tool.shell("echo hello | ilk classify --log-file log.sqlite --log")
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(outcome.errors.contains("it is a symbolic link"))
        #expect(try tool.names() == ["log.sqlite"])
    }

    @Test func `a linked database shares the lock and the ledger of its target`() throws {
        let tool = try Tool()
        try tool.shell(
            "mkdir disk; echo hello | ilk classify --log --log-file disk/log.sqlite; ln -s disk/log.sqlite l.sqlite"
        )
        let outcome = try tool.shell("echo hello | ilk classify --log --log-file l.sqlite")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try tool.names() == ["disk", "l.sqlite"])
        #expect(try tool.shell("ilk log ls --log-file disk/log.sqlite").lines.count == 3)
    }

    @Test(arguments: [
        "ilk log ls --log-file pipe", "ilk classify --model pipe a.txt", "ilk classify --rules pipe a.txt",
    ])
    func `a pipe in place of a file is refused without blocking`(line: String) throws {
        let tool = try Tool()
        try tool.write("a.txt", "hello")
        mkfifo(tool.path("pipe"), 0o600)
        let outcome = try tool.shell("timeout 20 " + line)
        #expect((64...78).contains(outcome.status), "\(outcome.status) \(outcome.errors)")
    }
}
