import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

@Suite("rules") struct RulesTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let pack =
        RulePackText.head + """
              - id: email.regards
                description: A closing line
                label: email
                weight: 1.5
                status: stable
                match:
                  closing: { literal: 'Kind regards' }
                when: any(closing) and wordCount >= 3
                examples:
                  match: ["See you Monday.\\nKind regards\\nIda"]
                  reject: ["regards to all of them"]

            """

    @Test func `the built-in rules have no problems and pass their examples`() async throws {
        let lint = try await tool.run("rules", "lint")
        #expect(lint.status == 0 && lint.errors.isEmpty)
        #expect(
            lint.output.hasPrefix("the built-in rules: ") && lint.output.hasSuffix(", 0 errors, 0 warnings\n")
        )
        let test = try await tool.run("rules", "test")
        #expect(test.status == 0 && test.output.hasSuffix(" passed, 0 failed\n"), "\(test.output)")
    }

    @Test func `the folder named rules is the default if it exists`() async throws {
        try tool.write("rules/doctype/own.yaml", Self.pack)
        #expect(try await tool.run("rules", "lint").output == "rules: 1 file, 1 rule, 0 errors, 0 warnings\n")
        #expect(try await tool.run("rules", "test").output == "2 passed, 0 failed\n")
        let twice = try await tool.run("rules", "lint", "rules", "rules")
        #expect(twice.status == 0, "a file is read once: \(twice.output)")
        #expect(
            try await tool.run("rules", "test", "rules/doctype/own.yaml").output == "2 passed, 0 failed\n")
    }

    @Test func `all problems of all files are reported with their locations`() async throws {
        try tool.write(
            "packs/a.yaml", Self.pack.replacingOccurrences(of: "label: email", with: "label: emial"))
        try tool.write(
            "packs/b.yaml",
            Self.pack.replacingOccurrences(of: "email.regards", with: "email.others")
                .replacingOccurrences(of: "weight: 1.5", with: "weight: 99\n    wieght: 1"))
        let lint = try await tool.run("rules", "lint", "packs")
        #expect(lint.status == 1 && lint.errors.isEmpty)
        for part in ["packs/a.yaml:8:", "[R011]", "packs/b.yaml:", "[R012]", "[R006]", "^"] {
            #expect(lint.output.contains(part), "\(part) in: \(lint.output)")
        }
        #expect(lint.output.contains("packs: 2 files, 3 errors, 0 warnings\n"), "\(lint.output)")
        let json = try await JSONValue(tool.run("rules", "lint", "packs", "--format", "json").data)
        #expect(json["errors"].number == 3 && json["files"].number == 2)
        #expect(json["problems"][0]["code"].string == "R011" && json["problems"][0]["line"].number == 8)
        let test = try await tool.run("rules", "test", "packs")
        #expect(
            test.status == 78 && test.errors.contains("[R011]")
                && test.errors.contains("no example was run"))
    }

    @Test func `a failing example is shown clause by clause`() async throws {
        try tool.write(
            "own.yaml", Self.pack.replacingOccurrences(of: "wordCount >= 3", with: "wordCount >= 30"))
        let test = try await tool.run("rules", "test", "own.yaml")
        #expect(test.status == 1 && test.errors.isEmpty)
        for part in [
            "FAILED  email.regards  match 1  own.yaml:15:", "1 | See you Monday.", "| ^~~~~~~~~~~~ closing",
            "must match, but does not", "^~~~~~~~~~~~~~~ false: wordCount is 6", "1 passed, 1 failed\n",
        ] {
            #expect(test.output.contains(part), "\(part) in: \(test.output)")
        }
        let json = try await tool.run("rules", "test", "own.yaml", "--format", "json")
        #expect(json.status == 1)
        let report = try JSONValue(json.data)
        #expect(report["passed"].number == 1 && report["failed"].number == 1)
        #expect(
            report["results"][0]["passed"].bool == false
                && report["results"][0]["outcome"].string == "notMatched"
        )
    }

    @Test func `a known false negative that now matches is reported`() async throws {
        try tool.write(
            "own.yaml",
            Self.pack + "      known_false_negative: [\"Thanks a lot.\\nKind regards\\nOle\"]\n")
        let test = try await tool.run("rules", "test", "own.yaml")
        #expect(test.status == 0, "\(test.output)\(test.errors)")
        #expect(test.output.contains("BETTER  email.regards  known_false_negative 1"))
        #expect(test.output.contains("3 passed, 0 failed; 1 known error fixed"))
    }

    @Test(arguments: ["lint", "test"])
    func `a folder that is missing or contains no rules ends with 66`(command: String) async throws {
        #expect(try await tool.run("rules", command, "nowhere").status == 66)
        try tool.write("empty/readme.txt", "none here")
        let empty = try await tool.run("rules", command, "empty")
        #expect(empty.status == 66 && empty.errors.contains("no file ends in .yaml"))
    }

    @Test func `no command overwrites its input`() async throws {
        try tool.write(
            "own.yaml",
            """
            version: 1
            pack: own
            taxonomy: doctype
            description: Our own.
            rules:
              - {id: own.a, description: A word, label: email, weight: 1, match: {a: {words: [anchor]}}}
            """)
        try tool.write(
            "texts.jsonl", "{\"text\":\"anchor\",\"label\":\"email\"}\n{\"text\":\"x\",\"label\":\"code\"}\n")
        let before = try tool.bytes("own.yaml")
        for arguments in [
            "rules compile own.yaml -o ./own.yaml", "rules fit own.yaml --corpus texts.jsonl -o own.yaml",
            "rules fit own.yaml --corpus texts.jsonl -o texts.jsonl",
        ] {
            let refused = try await tool.line("ilk " + arguments)
            #expect(
                refused.status == 64 && refused.errors.contains("is also an input"),
                "\(refused.errors)")
        }
        #expect(try tool.bytes("own.yaml") == before)
    }
}
