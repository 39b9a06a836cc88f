import Foundation
import TestSupport
import Testing

@testable import IlkCommand
@testable import IlkConsole

/// The output of the show, trace, fmt and migrate commands, and of failed examples.
@Suite("rules show, trace, fmt, migrate") struct RuleToolsTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let pack =
        RulePackText.head + """
              - id: email.headers   # behind
                label: email
                description: Header lines
                weight: 1.5
                match:
                  header: { regex: '(?m)^(From|To): ' }
                  mark: { literal: '#' }
                when: count(header) >= 2 and not mark
                examples:
                  match: ["From: a\\nTo: b"]
                  reject: ["From: a"]
              - id: email.slow
                description: Runs away
                label: email
                weight: 1
                match: { a: { regex: '[qà-ö].{0,900}[^z]{0,900}$' } }
                examples: { match: [qq], reject: [b] }
              - id: email.asks
                description: Asks another
                label: email
                weight: 1
                when: rule(email.headers) and wordCount > 2
                examples: { match: ["From: a\\nTo: b"], reject: [b] }

            """
    private static let slow = String(repeating: "q", count: 30_000) + "!"

    // MARK: test

    @Test func `a failing example has carets under the matches and the decisive clause`() async throws {
        try tool.write(
            "own.yaml", Self.pack.replacingOccurrences(of: "[\"From: a\"]", with: "[\"From: a\\nTo: c\"]"))
        let test = try await tool.run("rules", "test", "own.yaml", "--rule", "email.h*")
        #expect(test.status == 1 && test.errors.hasPrefix("warning: own.yaml:21:"), "\(test.errors)")
        #expect(
            test.output == """
                FAILED  email.headers  reject 1  own.yaml:16:16
                    must not match, but does  (the rule: own.yaml:6)

                     1 | From: a
                       | ^~~~~~ header
                     2 | To: c
                       | ^~~~ header

                    when | count(header) >= 2 and not mark
                         | ^~~~~~~~~~~~~~~~~~ true: count(header) is 2 at 1:1, 2:1
                         |                            ^~~~ false: not found

                1 passed, 1 failed

                """, "\(test.output)")
        #expect(try await tool.run("rules", "test", "own.yaml", "--rule", "email.x").status == 64)
    }

    @Test func `an example that reaches the step limit fails and names the limit`() async throws {
        try tool.write(
            "own.yaml",
            Self.pack.replacingOccurrences(
                of: "reject: [b] }\n  - id: email.asks", with: "reject: [\(Self.slow)] }\n  - id: email.asks")
        )
        let test = try await tool.run("rules", "test", "own.yaml")
        #expect(test.status == 1)
        #expect(test.output.contains("an expression reached its step limit: the result is unknown"))
        #expect(
            test.output.contains("a step limit reached: the expression took too many steps"),
            "\(test.output)")
        #expect(test.output.hasSuffix("5 passed, 1 failed, 1 at a step limit\n"), "\(test.output)")
    }

    // MARK: Step limits

    @Test func `a reached step limit shows in verdicts, explain and trace`() async throws {
        try tool.write("own.yaml", Self.pack)
        let plain = try await tool.run(
            "classify", "--rules", "own.yaml", "--classifier", "rules", input: Self.slow)
        #expect(plain.output.contains("stepLimitReached"), "\(plain.output)")
        let json = try await JSONValue(
            tool.run("classify", "--rules", "own.yaml", "--format", "json", input: Self.slow).data)
        #expect(json["classification"]["flags"][0].string == "stepLimitReached")
        let why = try await tool.run("explain", "--rules", "own.yaml", input: Self.slow)
        #expect(why.output.contains("stepLimitReached"))
        #expect(
            why.output.contains("\nemail.slow reached a step limit: a: the expression took too many steps\n"))
        let page = try await tool.run("explain", "--rules", "own.yaml", "--format", "html", input: Self.slow)
        #expect(page.output.contains("email.slow reached a step limit: a: "))
        let trace = try await tool.run("rules", "trace", "--rules", "own.yaml", input: Self.slow)
        #expect(trace.status == 0 && trace.output.contains("1 reached a step limit"), "\(trace.output)")
        #expect(trace.output.contains("step limit reached: the expression took too many steps"))
    }

    @Test(arguments: [
        ["classify", "--rules", "own.yaml"], ["classify", "--ndjson", "--rules", "own.yaml"],
        ["explain", "--rules", "own.yaml"], ["rules", "test", "own.yaml"],
    ])
    func `each load of rules reports expressions that can reach the step limit`(
        command: [String]
    ) async throws {
        try tool.write("own.yaml", Self.pack)
        for _ in 1...2 {
            let run = try await tool.run(list: command, input: #"{"text":"b"}"#)
            #expect(run.status == 0)
            let warnings = run.errors.matches(of: #/warning: own\.yaml:21:\d+: .*\[R022\]/#)
            #expect(warnings.count == 1, "\(run.errors)")
        }
        let quiet = try await tool.run(list: command + ["--quiet"], input: #"{"text":"b"}"#)
        #expect(quiet.status == 0 && quiet.errors.isEmpty, "\(quiet.errors)")
    }

    // MARK: trace

    @Test func `a trace shows each clause`() async throws {
        try tool.write("own.yaml", Self.pack)
        let trace = try await tool.run(
            "rules", "trace", "--rules", "own.yaml", input: "From: Ana\nTo: Piet\n")
        #expect(trace.status == 0 && trace.errors.hasPrefix("warning: own.yaml:21:"), "\(trace.errors)")
        #expect(
            trace.output.hasPrefix("standard input: 18 B; 3 rules: 3 evaluated, 2 match\n"), "\(trace.output)"
        )
        for part in [
            "match  email.headers  email +1.5  ",
            "| ^~~~~~~~~~~~~~~~~~ true: count(header) is 2 at 1:1, 2:1",
            "header  regex", "1:1 “From: ”  2:1 “To: ”", "mark    literal", "not found",
            "| ^~~~~~~~~~~~~~~~~~~ true: 'email.headers' matches",
        ] {
            #expect(trace.output.contains(part), "\(part) in: \(trace.output)")
        }
        #expect(trace.output.contains("no match  email.slow"), "its expression is tried on every text")
        let all = try await tool.run(
            "rules", "trace", "--rules", "own.yaml", "--rule", "email.slow", input: "zzz")
        #expect(
            all.output.contains("filtered out: the text") || all.output.contains("not found"), "\(all.output)"
        )
        let json = try await JSONValue(
            tool.run("rules", "trace", "--rules", "own.yaml", "--format", "json", input: "From: a\nTo: b")
                .data)
        #expect(json["matching"].number == 2 && json["ruleCount"].number == 3)
        #expect(json["rules"][1]["rule"].string == "email.headers")
        #expect(json["rules"][1]["clauses"][0]["outcome"].string == "matches")
        #expect(json["rules"][1]["matchers"][0]["spans"][0][1].number == 6)
        #expect((json["rules"][1]["microseconds"].number ?? 0) > 0)
    }

    // MARK: show

    @Test func `rules are listed and one rule is shown in full`() async throws {
        try tool.write("own.yaml", Self.pack)
        let list = try await tool.run("rules", "show", "--rules", "own.yaml")
        #expect(list.status == 0 && list.output.hasSuffix("\n3 rules\n"))
        #expect(
            list.output.contains("email.headers  test    email +1.5         2  doctype.own:6"),
            "\(list.output)")
        let one = try await tool.run("rules", "show", "email.headers", "--rules", "own.yaml")
        for part in [
            "email.headers  test  email +1.5  own.yaml:6", "when: count(header) >= 2 and not mark",
            "used by    email.asks", "examples   1 match, 1 reject",
            "tried where one of these occurs: 'from: ' 'to: '",
            "mark  literal",
        ] {
            #expect(one.output.contains(part), "\(part) in: \(one.output)")
        }
        let json = try await JSONValue(
            tool.run("rules", "show", "email.asks", "--rules", "own.yaml", "--format", "json").data)
        #expect(
            json[0]["dependsOn"][0].string == "email.headers" && json[0]["features"][0].string == "wordCount")
        #expect(try await tool.run("rules", "show", "nothing", "--rules", "own.yaml").status == 64)
        let near = try await tool.run("rules", "show", "email.haeders", "--rules", "own.yaml")
        #expect(
            near.status == 64 && near.errors.contains("hint: did you mean 'email.headers'?"), "\(near.errors)"
        )
        let group = try await tool.run("rules", "show", "emial.*", "--rules", "own.yaml")
        #expect(group.errors.contains("no rule id matches 'emial.*'\nhint: did you mean 'email.*'?"))
    }

    // MARK: fmt

    @Test func `packs are formatted completely or not at all and lint finds the same rules`() async throws {
        try tool.write("packs/own.yaml", Self.pack)
        let check = try await tool.run("rules", "fmt", "--check", "packs")
        #expect(check.status == 1 && check.output == "packs/own.yaml\n" && check.errors.isEmpty)
        #expect(try tool.bytes("packs/own.yaml") == Data(Self.pack.utf8), "nothing is written")
        let through = try await tool.run("rules", "fmt", "-", input: Self.pack)
        #expect(
            through.status == 0
                && through.output.contains("  - id: email.headers  # behind\n    description: Header lines\n")
        )
        #expect(try await tool.run("rules", "fmt", "packs").output == "packs/own.yaml\n")
        #expect(try tool.bytes("packs/own.yaml") == through.data)
        #expect(try await tool.run("rules", "fmt", "--check", "packs").status == 0)
        #expect(try await tool.run("rules", "fmt", "packs").output.isEmpty)
        #expect(try await tool.run("rules", "test", "packs").output == "6 passed, 0 failed\n")
        #expect(try tool.names() == ["packs"])
    }

    @Test func `a file that cannot be formatted is named and left unchanged`() async throws {
        try tool.write("packs/a.yaml", "version: 1\npack: !!str a\n")
        let alone = try await tool.run("rules", "fmt", "packs")
        #expect(
            alone.status == 2 && alone.errors.contains("packs/a.yaml:2: left unchanged: "), "\(alone.errors)")
        try tool.write("packs/b.yaml", "version: [\n")
        let broken = try await tool.run("rules", "fmt", "packs")
        #expect(
            broken.status == 65 && broken.errors.contains("packs/b.yaml:") && broken.errors.contains("R001"))
        #expect(try await tool.run("rules", "fmt", "nowhere").status == 66)
        #expect(try await tool.run("rules", "fmt").status == 64)
    }

    // MARK: migrate

    @Test func `former keys are reported, and migrate renames them in place`() async throws {
        let former = Self.pack.replacing("description:", with: "says:")
        try tool.write("packs/own.yaml", former)
        let lint = try await tool.run("rules", "lint", "packs")
        #expect(
            lint.status == 1 && lint.output.contains("the key 'says' is now 'description' [R006]")
                && lint.output.contains("\nhint: 'ilk rules migrate FILE' rewrites the file"),
            "\(lint.output)")
        let check = try await tool.run("rules", "migrate", "--check", "packs")
        #expect(check.status == 1 && check.output == "packs/own.yaml\n" && check.errors.isEmpty)
        #expect(try tool.bytes("packs/own.yaml") == Data(former.utf8), "nothing is written")
        let through = try await tool.run("rules", "migrate", "-", input: former)
        #expect(through.status == 0 && through.output == Self.pack)
        #expect(try await tool.run("rules", "migrate", "packs").output == "packs/own.yaml\n")
        #expect(try tool.bytes("packs/own.yaml") == Data(Self.pack.utf8))
        #expect(try await tool.run("rules", "migrate", "--check", "packs").status == 0)
        #expect(try await tool.run("rules", "test", "packs").output == "6 passed, 0 failed\n")
        #expect(try tool.names() == ["packs"])
    }

    @Test func `a file that cannot be migrated is named and left unchanged`() async throws {
        try tool.write("packs/a.yaml", "version: 1\npack: a\nsays: A\ndescription: A\n")
        let alone = try await tool.run("rules", "migrate", "packs")
        #expect(
            alone.status == 2 && alone.output.isEmpty
                && alone.errors.contains("packs/a.yaml:3: left unchanged: the mapping has both 'says'"),
            "\(alone.errors)")
        try tool.write("packs/b.yaml", "version: [\n")
        #expect(try await tool.run("rules", "migrate", "packs").status == 65)
        #expect(try await tool.run("rules", "migrate", "nowhere").status == 66)
        #expect(try await tool.run("rules", "migrate").status == 64)
    }
}
