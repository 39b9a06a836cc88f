import Foundation
import TestSupport
import Testing

@Suite("classify") struct ClassifyTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `several files have one line each with their names first`() throws {
        try tool.write("one.txt", "lol no way, see u at 8\n")
        try tool.write("query.txt", "cheap flights lisbon\n")
        let run = try tool.run("classify", "one.txt", "query.txt", "-", input: "SELECT id FROM users;\n")
        #expect(run.status == 0 && run.lines.count == 3)
        #expect(run.lines[0].hasPrefix("one.txt:        message "))
        #expect(run.lines[1].hasPrefix("query.txt:      search "))
        #expect(run.lines[2].hasPrefix("standard input: code"))
    }

    @Test(
        .enabled(if: access("/usr/bin/script", X_OK) == 0, "this system has no script(1)"))
    func `a call without input at a terminal prints a hint`() throws {
        let run = try tool.shell(#"printf 'lol no\n\004' | script -qec 'ilk classify' /dev/null"#)
        #expect(run.output.contains("ilk classify: reading from the terminal"), "\(run.output)")
    }
}
