import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkProgram

/// Checks that no user text affects a terminal, a page or a spreadsheet, in any format of any command.
@Suite("Hostile text in output") struct HostileOutputTests {
    /// Commands that do not write user text, and those that need a terminal and have their own test.
    private static let exempt: Set<String> = ["serve", "review"]

    private static let parts: [@Sendable (HostileRun) async throws -> Void] = [
        { try await $0.texts() }, { try await $0.labels() }, { try await $0.rules() },
        { try await $0.names() },
        { try await $0.calls() }, { try await $0.usage() }, { try await $0.debug() },
        { try await $0.tokens() },
        { try await $0.mail() },
    ]

    @Test func `hostile strings are inert in every output format of every command`() async throws {
        let covered = try await withThrowingTaskGroup(of: Set<String>.self) { group in
            for part in Self.parts {
                group.addTask {
                    let run = try HostileRun()
                    try await part(run)
                    return run.covered
                }
            }
            return try await group.reduce(into: Self.exempt) { $0.formUnion($1) }
        }
        let missing = Self.leaves(of: IlkTool<FullEdition>.self).subtracting(covered)
        let hasMail = try await HostileRun().hasMail
        #expect(missing.filter { hasMail || !$0.hasPrefix("mail") }.isEmpty, "\(missing.sorted())")
    }

    /// Returns the paths of all commands below a command, such as `log export`.
    private static func leaves(of command: any ParsableCommand.Type, path: [String] = []) -> Set<String> {
        let below = command.configuration.subcommands
        if below.isEmpty { return [path.joined(separator: " ")] }
        return below.reduce(into: []) { $0.formUnion(leaves(of: $1, path: path + [$1._commandName])) }
    }

    @Test func `a spreadsheet export can be imported`() async throws {
        let run = try HostileRun()
        let tool = run.tool
        try tool.write("t.jsonl", run.lines(HostileText.all.map { ["text": $0] }))
        for line in [
            "ilk classify --log --ndjson t.jsonl", "ilk log export --spreadsheet -o s.csv -q",
            "ilk log import s.csv --log-file b.sqlite -q", "ilk log export --log-file b.sqlite -o b.csv -q",
            "ilk log export -o a.csv -q",
        ] {
            let step = try await tool.line(line)
            #expect(step.status == 0, "\(line): \(step.errors)")
        }
        #expect(try tool.bytes("a.csv") == tool.bytes("b.csv"))
        #expect(try await tool.run("log", "export", "--spreadsheet", "--format", "json").status == 64)
    }
}
