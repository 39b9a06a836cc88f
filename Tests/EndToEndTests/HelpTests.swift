import Foundation
import TestSupport
import Testing

@Suite("Help") struct HelpTests {
    /// The paths of all commands and groups. The empty path stands for the tool itself.
    private static var paths: [String] {
        get throws {
            var paths: Set = [""]
            for command in try CommandTree(Tool()).commands.keys {
                let words = command.split(separator: " ")
                for count in 1...words.count { paths.insert(words.prefix(count).joined(separator: " ")) }
            }
            return paths.sorted()
        }
    }

    @Test func `the command tree contains all commands`() throws {
        #expect(
            try Set(Self.paths).isSuperset(of: ["", "classify", "explain", "features", "rules fit", "rules"]))
    }

    private func examples(_ tool: Tool, _ path: String) throws -> [String] {
        let help = try tool.shell("ilk help \(path)").output
        let parts = help.components(separatedBy: "EXAMPLES:\n")
        guard parts.count == 2 else { return [] }
        return parts[1].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.hasPrefix("#")
        }
    }

    @Test(arguments: try paths)
    func `every example of every command runs in an empty folder`(path: String) throws {
        let tool = try Tool()
        let lines = try examples(tool, path)
        #expect(!lines.isEmpty, "no examples: \(path)")
        for line in lines where Self.isRunnable(line) {
            if line.hasPrefix("ilk review") {
                try quitReview(tool, line)
                continue
            }
            let run = try tool.shell(line)
            #expect(run.status == 0, "\(line)\n\(run.errors)")
        }
    }

    /// Returns `true` if this build has all that an example needs.
    private static func isRunnable(_ line: String) -> Bool {
        if line.contains("--mail-file") { return ProgramTraits.hasMail }
        if line.hasPrefix("ilk calls report") { return ProgramTraits.hasReports }
        return true
    }

    private func quitReview(_ tool: Tool, _ line: String) throws {
        let run = try TerminalRun(tool, "env TERM=xterm \(line)")
        #expect(run.waitFor(" reviewed, "), "\(line)")
        try run.type("q")
        #expect(run.end().status == 0, "\(line)")
    }

    @Test(arguments: [
        ("ruels", "ilk rules"), ("rules tets", "ilk rules test"), ("lint", "ilk rules lint"),
        ("clasify --lines", "ilk classify"), ("log corect -1 email", "ilk log correct"),
    ])
    func `a misspelled command gets a suggestion`(line: String, meant: String) throws {
        let run = try Tool().shell("ilk \(line)")
        #expect(run.status == 64 && run.errors.hasSuffix("hint: did you mean '\(meant)'?\n"), "\(run.errors)")
    }

    @Test(arguments: ["zzzzzz", "rules lint --no-such", "classify --treshold 1"])
    func `a command without a similar name gets no suggestion`(line: String) throws {
        let run = try Tool().shell("ilk \(line)")
        #expect(run.status == 64 && !run.errors.contains("hint: did you mean 'ilk"), "\(run.errors)")
    }

    @Test(.enabled(if: !ProgramTraits.hasMail, "built with the trait Mail"))
    func `a build without mail says how to get the import`() throws {
        let run = try Tool().shell("ilk mail import mine.mbox --account a@b.c")
        #expect(run.status == 69)
        #expect(run.errors.hasPrefix("error: this build has no 'ilk mail import'\nhint: "), "\(run.errors)")
    }

    @Test func `help goes to standard output and ends with 0`() throws {
        let run = try Tool().run("classify", "--help")
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("EXAMPLES:"))
    }

    @Test func `help for an unknown command fails like the command`() throws {
        let (asked, run) = (try Tool().shell("ilk help nope"), try Tool().shell("ilk nope"))
        #expect(asked.status == 64 && asked.errors == run.errors, "\(asked.errors)")
        #expect(asked.output.isEmpty)
    }

    @Test func `the version is printed on request`() throws {
        let asked = try Tool().run("--version")
        #expect(asked.status == 0 && asked.errors.isEmpty && asked.output.hasPrefix("ilk "))
        #expect(try Tool().shell("ilk mail search --version").output == asked.output)
        let doctor = try Tool().run("doctor").output
        #expect(doctor.hasPrefix("ok   ilk: " + asked.output.dropFirst(4)))
    }
}
