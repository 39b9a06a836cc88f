import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The rule commands with compiled rules as arguments.
@Suite("Compiled rules as arguments") struct CompiledRuleToolsTests {
    private let tool: Tool

    init() async throws {
        tool = try Tool()
        try tool.write("own.yaml", RulePackText.closing("Kind regards"))
        let made = try await tool.run("rules", "compile", "own.yaml", "-o", "own.ilkrules", "--quiet")
        #expect(made.status == 0, "\(made.errors)")
        try tool.write(
            "texts.jsonl",
            "{\"text\":\"Kind regards\",\"label\":\"email\"}\n{\"text\":\"lol\",\"label\":\"message\"}\n")
    }

    @Test func `show lists compiled rules and shows their parts`() async throws {
        let list = try await tool.run("rules", "show", "--rules", "own.ilkrules")
        #expect(list.status == 0 && list.output.hasSuffix("\n1 rule\n"), "\(list.errors)")
        let one = try await tool.run("rules", "show", "email.regards", "--rules", "own.ilkrules")
        #expect(one.output.contains("email.regards  test  email +4.5  own.yaml:6  in doctype.own\n"))
        #expect(one.output.contains("examples   not in compiled rules"), "\(one.output)")
    }

    @Test func `trace, stats, diff and fit run compiled rules`() async throws {
        let trace = try await tool.run("rules", "trace", "--rules", "own.ilkrules", input: "Kind regards")
        #expect(
            trace.status == 0 && trace.output.contains("1 rule: 1 evaluated, 1 matches\n"), "\(trace.output)")
        let stats = try await tool.run("rules", "stats", "own.ilkrules", "--corpus", "texts.jsonl")
        #expect(stats.status == 0 && stats.output.hasPrefix("own.ilkrules: 1 rule on 2 texts\n"))
        let diff = try await tool.run(
            "rules", "diff", "own.ilkrules", "own.yaml", "--corpus", "texts.jsonl", "--classifier", "rules")
        #expect(diff.status == 0 && diff.output.hasPrefix("0 of 2 verdicts flip"), "\(diff.errors)")
        let fit = try await tool.run("rules", "fit", "own.ilkrules", "--corpus", "texts.jsonl")
        #expect(fit.status == 0 && fit.output.contains("  - rules: [email.regards]\n"), "\(fit.errors)")
        let lost = try await tool.run(
            "rules", "fit", "own.ilkrules", "--corpus", "texts.jsonl", "-o", "own.ilkrules")
        #expect(lost.status == 64 && lost.errors.contains("is also an input"))
    }

    @Test(arguments: [
        ("lint", "compiled rules do not contain the source"), ("test", "compiled rules have no examples"),
        ("fmt", "compiled rules cannot be rewritten"), ("migrate", "compiled rules cannot be rewritten"),
        ("compile -o x.ilkrules", "the rules are already compiled"),
    ])
    func `commands that need packs reject compiled rules`(command: String, what: String) async throws {
        let refused = try await tool.line("ilk rules \(command) own.ilkrules")
        #expect(refused.status == 64 && refused.errors.contains(what), "\(refused.errors)")
        #expect(
            refused.errors.contains("hint: specify the packs that they were compiled from"),
            "\(refused.errors)")
    }

    @Test func `compiled rules cannot be combined with packs`() async throws {
        let beside = try await tool.run(
            "rules", "stats", "own.ilkrules", "own.yaml", "--corpus", "texts.jsonl")
        #expect(
            beside.status == 78 && beside.errors.contains("has compiled rules, which cannot"),
            "\(beside.errors)")
    }
}
