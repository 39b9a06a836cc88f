import Foundation
import TestSupport
import Testing

/// Checks that commands create only the files that the README names.
@Suite("Files that commands write") struct NothingWrittenTests {
    /// Returns the files of a user, by their paths from the folder that contains home and data.
    private func files(_ tool: Tool) throws -> [String] {
        let root = tool.folder.deletingLastPathComponent()
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
            ["home/", "data/", "etc/"].contains { path.hasPrefix($0) }
        }.sorted()
    }

    @Test func `commands that classify, explain, measure and list write no files`() throws {
        let tool = try Tool()
        try tool.write("own.yaml", RulePackText.thanks)
        try tool.write(
            "t.jsonl",
            #"{"text":"lol no","label":"message"}"# + "\n" + #"{"text":"x = 1;","label":"code"}"# + "\n")
        for line in [
            "echo hi | ilk classify", "ilk explain t.jsonl", "ilk features t.jsonl",
            "ilk segment --words t.jsonl",
            "ilk eval t.jsonl", "ilk rules test own.yaml", "ilk rules lint own.yaml", "ilk doctor",
            "ilk log ls",
            "ilk calls ls", "ilk calls contacts", "ilk usage ls", "ilk usage report", "ilk mail ls",
            "ilk debug search",
            "ilk model ls", "ilk token ls", "ilk sync", "ilk calls purge --all",
            "ilk usage purge --all --yes",
            "ilk calls edit --contact Ann --set-contact Ben --dry-run", "ilk token revoke phone --yes",
            "echo hi | ILK_NO_CACHE=1 ilk classify --rules own.yaml",
        ] {
            _ = try tool.shell(line)
            #expect(try files(tool).isEmpty, "\(line)")
        }
    }

    @Test func `rules on top of the built-in ones are cached unless the cache is disabled`() throws {
        let tool = try Tool()
        try tool.write("own.yaml", RulePackText.thanks)
        #expect(try tool.shell("echo thanks | ilk classify --rules own.yaml").status == 0)
        let written = try files(tool).filter { $0.hasSuffix(".ilkrules") }
        #expect(written.count == 1 && written.allSatisfy { $0.hasPrefix("home/.cache/ilk/rules/") })
    }

    @Test(.enabled(if: ProgramTraits.hasServer, "built without the trait Server"))
    func `a server creates exactly the databases that it names`() throws {
        let tool = try Tool()
        for (options, created) in [
            (["--no-debug"], ["h.db", "s.db"]), (["--debug-file", "d.db"], ["d.db"]),
            (["--no-debug", "--log", "--log-file", "l.db"], ["l.db"]),
        ] {
            let before = try tool.names()
            let server = try InteractiveRun(
                tool,
                ["serve", "--listen", "127.0.0.1:0", "--hub-file", "h.db", "--service-file", "s.db"]
                    + options,
                isHeard: false)
            var said: [String] = []
            repeat {
                said.append(server.hearComplaint())
            } while !(said.last ?? "").isEmpty && !(said.last ?? "").contains("http://")
            server.signal(SIGTERM)
            _ = try server.end()
            let named = said.filter { $0.contains("creating ") }
            #expect(
                named.count == created.count
                    && zip(named, created).allSatisfy { $0.contains("creating \($1) ") }, "\(said)")
            let new = Set(try tool.names()).subtracting(before).filter { $0.hasSuffix(".db") }
            #expect(new == Set(created))
        }
    }
}
