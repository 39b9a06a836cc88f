import Foundation
import TestSupport
import Testing

/// Checks that no user text affects a terminal, a page or a spreadsheet, in any format of any command.
@Suite("Hostile text in output") struct HostileOutputTests {
    /// Commands that do not write user text, and those that need a terminal and have their own test.
    private static let exempt: Set<String> = ["serve", "review"]

    @Test func `hostile strings are inert in every output format of every command`() throws {
        var covered = Self.exempt
        let parts: [(HostileRun) throws -> Void] = [
            { try $0.texts() }, { try $0.labels() }, { try $0.rules() }, { try $0.names() },
            { try $0.calls() },
            { try $0.usage() }, { try $0.debug() }, { try $0.tokens() }, { try $0.mail() },
        ]
        for part in parts {
            let run = try HostileRun()
            try part(run)
            covered.formUnion(run.covered)
        }
        let commands = Set(try CommandTree(Tool()).commands.keys)
        let missing = commands.subtracting(covered)
        let hasMail = try Tool().shell("ilk mail import --help").status == 0
        #expect(missing.filter { hasMail || !$0.hasPrefix("mail") }.isEmpty, "\(missing.sorted())")
    }

    @Test func `a spreadsheet export can be imported`() throws {
        let run = try HostileRun()
        let tool = run.tool
        try tool.write("t.jsonl", run.lines(HostileText.all.map { ["text": $0] }))
        try tool.run("classify", "--log", "--ndjson", "t.jsonl")
        let back = try tool.shell(
            """
            ilk log export --spreadsheet -o s.csv -q && ilk log import s.csv --log-file b.sqlite -q \
                && ilk log export --log-file b.sqlite -o b.csv -q && ilk log export -o a.csv -q && cmp a.csv b.csv
            """)
        #expect(back.status == 0, "\(back.errors)\(back.output)")
        #expect(try tool.run("log", "export", "--spreadsheet", "--format", "json").status == 64)
    }
}
