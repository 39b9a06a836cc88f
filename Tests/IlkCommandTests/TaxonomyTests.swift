import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("--taxonomy") struct TaxonomyTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `a model of the taxonomy classifies together with its rules`() async throws {
        let lines = (0..<40).map { index in
            let isSpam = index % 2 == 0
            let text =
                isSpam ? "cheap pills offer number \(index)" : "the meeting about pump \(index) is on friday"
            return #"{"text":"\#(text)","label":"\#(isSpam ? "spam" : "ham")"}"#
        }
        try tool.write("texts.jsonl", lines.joined(separator: "\n") + "\n")
        let trained = try await tool.run("train", "texts.jsonl", "--name", "spam", "-o", "mine.ilk")
        #expect(trained.status == 0, "\(trained.errors)")
        let run = try await tool.run(
            "classify", "--taxonomy", "spam", "--model", "mine.ilk", "--ndjson",
            input: #"{"text":"cheap pills, buy now at the lowest price"}"#)
        let verdict = try JSONValue(run.data)["classification"]
        #expect(
            verdict["classifier"].string == "fused" && verdict["category"].string == "spam", "\(run.output)")
        let other = try await tool.run(
            "classify", "--taxonomy", "emotion", "--model", "mine.ilk", input: "hello")
        #expect(other.status == 78 && other.errors.contains("not emotion"), "\(other.errors)")
    }

    @Test(arguments: [#"a\tb"#, #"a\nb"#, " a", "a ", String(repeating: "x", count: 129)])
    func `a label that a taxonomy cannot have is refused before training`(label: String) async throws {
        let lines = ["good", label].map { #"{"text":"a text of \#($0.count)","label":"\#($0)"}"# + "\n" }
        try tool.write("texts.jsonl", lines.joined())
        let trained = try await tool.run("train", "texts.jsonl", "--name", "mine")
        #expect(trained.status == 65, "\(trained.errors)")
        #expect(trained.errors.contains("texts.jsonl:2: a label must be one line"), "\(trained.errors)")
        #expect(try await tool.run("taxonomy", "show", "mine").status == 64)
    }

    @Test func `each taxonomy has a separate log file`() async throws {
        let run = try await tool.run(
            "classify", "--taxonomy", "spam", "--log", input: "you won, call 09061234567 now\n")
        #expect(run.status == 0, "\(run.errors)")
        let file = tool.log.replacingOccurrences(of: "log.sqlite", with: "log-spam.sqlite")
        #expect(
            FileManager.default.fileExists(atPath: file) && !FileManager.default.fileExists(atPath: tool.log))
    }

    @Test(arguments: ["doctype", "emotion", "severity", "spam"])
    func `the built-in packs have no problems and pass their examples`(taxonomy: String) async throws {
        let lint = try await tool.run("rules", "lint", "--taxonomy", taxonomy)
        #expect(lint.status == 0 && lint.output.hasSuffix(", 0 errors, 0 warnings\n"), "\(lint.output)")
        let test = try await tool.run("rules", "test", "--taxonomy", taxonomy)
        #expect(test.status == 0 && test.output.hasSuffix(" passed, 0 failed\n"), "\(test.output)")
    }

    @Test func `the folder of the taxonomy is selected among several`() async throws {
        for taxonomy in ["doctype", "spam"] {
            let label = taxonomy == "spam" ? "spam" : "email"
            try tool.write(
                "rules/\(taxonomy)/own.yaml",
                """
                version: 1
                pack: \(taxonomy).own
                taxonomy: \(taxonomy)
                description: One of two.
                rules:
                  - { id: own.pump, description: A pump, label: \(label), weight: 1, match: { m: { words: [pump] } } }

                """)
        }
        #expect(
            try await tool.run("rules", "lint").output.contains("\nrules/doctype: 1 file, 1 rule, 0 errors"))
        let spam = try await tool.run("rules", "lint", "--taxonomy", "spam")
        #expect(spam.output.contains("\nrules/spam: 1 file, 1 rule, 0 errors"), "\(spam.output)")
        let none = try await tool.run("rules", "lint", "--taxonomy", "emotion")
        #expect(none.output.hasPrefix("the built-in rules: 5 files"), "\(none.output)")
        #expect(try await tool.run("rules", "lint", "--taxonomy", "weather").status == 64)
    }
}
