import Foundation
import Testing

@Suite("Help") struct HelpTests {
    /// The names of the commands under a path, as its help lists them.
    private func subcommands(_ tool: Tool, _ path: String) throws -> [String] {
        let help = try tool.shell("ilk help \(path)").output
        guard let list = help.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first else { return [] }
        let lines = list.components(separatedBy: "\n").prefix { !$0.isEmpty }
        return lines.compactMap { line in
            guard line.hasPrefix("  "), !line.hasPrefix("   ") else { return nil }
            return line.split(separator: " ").first.map { path.isEmpty ? String($0) : "\(path) \($0)" }
        }
    }

    private func examples(_ tool: Tool, _ path: String) throws -> [String] {
        let help = try tool.shell("ilk help \(path)").output
        let parts = help.components(separatedBy: "EXAMPLES:\n")
        guard parts.count == 2 else { return [] }
        return parts[1].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.hasPrefix("#")
        }
    }

    @Test func `every example of every command runs in an empty folder`() throws {
        let tool = try Tool()
        let first = try subcommands(tool, "")
        #expect(Set(first).isSuperset(of: ["classify", "explain", "features"]))
        let paths = try [""] + first + first.flatMap { try subcommands(tool, $0) }
        for path in paths {
            let user = try Tool()
            let lines = try examples(user, path)
            #expect(!lines.isEmpty, "no examples: \(path)")
            for line in lines {
                let run = try user.shell(line)
                #expect(run.status == 0, "\(path): \(line)\n\(run.errors)")
            }
        }
    }

    @Test(arguments: [
        ("ruels", "ilk rules"), ("rules tets", "ilk rules test"), ("lint", "ilk rules lint"),
        ("clasify --lines", "ilk classify"), ("log corect -1 email", "ilk log correct"),
    ])
    func `a command that is nearly one is named`(line: String, meant: String) throws {
        let run = try Tool().shell("ilk \(line)")
        #expect(run.status == 64 && run.errors.hasSuffix("hint: did you mean '\(meant)'?\n"), "\(run.errors)")
    }

    @Test(arguments: ["zzzzzz", "rules lint --no-such", "classify --treshold 1"])
    func `nothing is guessed where nothing is like it`(line: String) throws {
        let run = try Tool().shell("ilk \(line)")
        #expect(run.status == 64 && !run.errors.contains("hint: did you mean 'ilk"), "\(run.errors)")
    }

    @Test func `help goes to standard output and ends with 0`() throws {
        let run = try Tool().run("classify", "--help")
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("EXAMPLES:"))
    }

    @Test func `the version is told wherever it is asked for`() throws {
        let asked = try Tool().run("--version")
        #expect(asked.status == 0 && asked.errors.isEmpty && asked.output.hasPrefix("ilk "))
        #expect(try Tool().shell("ilk mail search --version").output == asked.output)
        let doctor = try Tool().run("doctor").output
        #expect(doctor.hasPrefix("ok   ilk: " + asked.output.dropFirst(4)))
    }
}
