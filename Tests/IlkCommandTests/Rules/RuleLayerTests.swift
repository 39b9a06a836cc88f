import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// Layers of rules and override files.
@Suite("Layers of rules") struct RuleLayerTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let overrides = """
        version: 1
        overrides: site.tuning
        taxonomy: doctype
        description: Of the tests.
        except:
          - rules: ["email.*"]
            description: Texts of the machine
            match:
              machine: { literal: 'ticket' }
            examples:
              match: ['a ticket']
              reject: ['a letter']

        """

    private func put(_ text: String, at path: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func classify(_ text: String, _ options: String = "") async throws -> String {
        let outcome = try await tool.line(
            "ilk classify --classifier rules --format json --explain \(options)", input: text)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output
    }

    @Test func `named rules are added and can replace the built-in rules`() async throws {
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever"))
        let text = "Dear Sir,\nI come tomorrow.\nYours ever\nKind regards\nIda"
        let both = try await classify(text, "--rules own")
        #expect(both.contains("email.regards") && both.contains("email.salutation-and-closing"), "\(both)")
        let alone = try await classify(text, "--rules none --rules own")
        #expect(
            alone.contains("email.regards") && !alone.contains("email.salutation-and-closing"), "\(alone)")
        #expect(try await !classify(text).contains("email.regards"))
    }

    @Test func `rules in the user and system folders apply by default`() async throws {
        try put(RulePackText.closing("Yours ever"), at: tool.systemFolder + "/rules/doctype/a.yaml")
        #expect(try await classify("I come. Yours ever").contains("email.regards"))
        try put(RulePackText.closing("Yours never"), at: tool.userFolder + "/rules/doctype/a.yaml")
        #expect(
            try await !classify("I come. Yours ever").contains("email.regards"), "the user's takes its place")
        #expect(try await classify("I come. Yours never").contains("email.regards"))
        #expect(try await !classify("I come. Yours never", "--rules built-in").contains("email.regards"))
        let lint = try await tool.run("rules", "lint", "--on-top")
        #expect(lint.status == 0 && lint.output.contains(tool.userFolder), "\(lint.output)\(lint.errors)")
    }

    @Test func `override files are linted and tested on top of the rules that they change`() async throws {
        try tool.write("own/tuning.yaml", Self.overrides)
        let alone = try await tool.run("rules", "lint", "own")
        #expect(alone.status == 1 && alone.output.contains("[R060]"), "\(alone.output)")
        #expect(alone.errors.contains("--on-top"))
        try tool.write(
            "asks.yaml",
            Self.overrides.replacing(
                "literal: 'ticket' }",
                with: "literal: 'ticket' }\n    when: machine and rule(code.include-lines)"))
        let asks = try await tool.run("rules", "test", "asks.yaml")
        #expect(asks.status == 78 && asks.errors.contains("[R034]"), "\(asks.errors)")
        #expect(asks.errors.contains("\nhint: the rule must be in this layer or in another loaded layer"))
        #expect(asks.errors.contains("--on-top"))
        let lint = try await tool.run("rules", "lint", "--on-top", "own")
        #expect(lint.status == 0 && lint.errors.isEmpty, "\(lint.output)\(lint.errors)")
        let test = try await tool.run("rules", "test", "--on-top", "own")
        #expect(test.status == 0 && test.output.contains(" passed, 0 failed"), "\(test.output)")
        let letter = "Dear Sir,\nI come tomorrow.\nKind regards\nIda"
        #expect(try await classify(letter, "--rules own").contains("\"email."))
        #expect(try await !classify("A ticket\n" + letter, "--rules own").contains("\"email."))
        // Compiled with the rules below, it is a complete rule set.
        let made = try await tool.run("rules", "compile", "--on-top", "own", "-o", "all.ilkrules")
        #expect(made.status == 0, "\(made.errors)")
        #expect(
            try await classify(letter, "--rules all.ilkrules") == classify(letter, "--rules own"),
            "the same digest too")
    }

    @Test func `an invalid layer is reported with a command that shows all problems`() async throws {
        try put("rules: [", at: tool.userFolder + "/rules/doctype/a.yaml")
        let outcome = try await tool.run("classify", input: "a\n")
        #expect(outcome.status == 78 && outcome.errors.contains("[R001]"), "\(outcome.errors)")
        #expect(outcome.errors.contains("ilk rules lint --on-top"))
        #expect(try await tool.run("classify", "--rules", "built-in", input: "a\n").status == 0)
    }
}
