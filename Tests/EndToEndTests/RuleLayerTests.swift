import Foundation
import Testing

/// Layers of rules, override files, and rules that change while the tool runs.
@Suite("Layers of rules") struct RuleLayerTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let overrides = """
        version: 1
        overrides: site.tuning
        taxonomy: doctype
        says: Of the tests.
        except:
          - rules: ["email.*"]
            says: Texts of the machine
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

    private func classify(_ text: String, _ options: String = "") throws -> String {
        let outcome = try tool.shell(
            "printf '\(text)' | ilk classify --classifier rules --format json --explain \(options)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome.output
    }

    @Test func `named rules are added, and stand alone when that is asked for`() throws {
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever"))
        let text = "Dear Sir,\\nI come tomorrow.\\nYours ever\\nKind regards\\nIda"
        let both = try classify(text, "--rules own")
        #expect(both.contains("email.regards") && both.contains("email.salutation-and-closing"), "\(both)")
        let alone = try classify(text, "--rules none --rules own")
        #expect(
            alone.contains("email.regards") && !alone.contains("email.salutation-and-closing"), "\(alone)")
        #expect(try !classify(text).contains("email.regards"))
    }

    @Test func `the user's and the machine's rules take part without being named`() throws {
        try put(RulePackText.closing("Yours ever"), at: tool.systemFolder + "/rules/doctype/a.yaml")
        #expect(try classify("I come. Yours ever").contains("email.regards"))
        try put(RulePackText.closing("Yours never"), at: tool.userFolder + "/rules/doctype/a.yaml")
        #expect(try !classify("I come. Yours ever").contains("email.regards"), "the user's takes its place")
        #expect(try classify("I come. Yours never").contains("email.regards"))
        #expect(try !classify("I come. Yours never", "--rules built-in").contains("email.regards"))
        let lint = try tool.run("rules", "lint", "--on-top")
        #expect(lint.status == 0 && lint.output.contains(tool.userFolder), "\(lint.output)\(lint.errors)")
    }

    @Test func `override files are checked and tested on top of what they change`() throws {
        try tool.write("own/tuning.yaml", Self.overrides)
        let alone = try tool.run("rules", "lint", "own")
        #expect(alone.status == 1 && alone.output.contains("error[R060]"), "\(alone.output)")
        #expect(alone.errors.contains("--on-top"))
        try tool.write(
            "asks.yaml",
            Self.overrides.replacing(
                "literal: 'ticket' }",
                with: "literal: 'ticket' }\n    when: machine and rule(code.include-lines)"))
        let asks = try tool.run("rules", "test", "asks.yaml")
        #expect(asks.status == 78 && asks.errors.contains("error[R034]"), "\(asks.errors)")
        #expect(asks.errors.contains("= help: it must be a rule of this layer or of another one"))
        #expect(asks.errors.contains("--on-top"))
        let lint = try tool.run("rules", "lint", "--on-top", "own")
        #expect(lint.status == 0 && lint.errors.isEmpty, "\(lint.output)\(lint.errors)")
        let test = try tool.run("rules", "test", "--on-top", "own")
        #expect(test.status == 0 && test.output.contains(" passed, 0 failed"), "\(test.output)")
        let letter = "Dear Sir,\\nI come tomorrow.\\nKind regards\\nIda"
        #expect(try classify(letter, "--rules own").contains("\"email."))
        #expect(try !classify("A ticket\\n" + letter, "--rules own").contains("\"email."))
        // Compiled with the rules below, it is a rule set of its own.
        let made = try tool.run("rules", "compile", "--on-top", "own", "-o", "all.ilkrules")
        #expect(made.status == 0, "\(made.errors)")
        #expect(
            try classify(letter, "--rules all.ilkrules") == classify(letter, "--rules own"),
            "the same digest too")
    }

    @Test func `a bad layer is told with how to see it all`() throws {
        try put("rules: [", at: tool.userFolder + "/rules/doctype/a.yaml")
        let outcome = try tool.shell("echo a | ilk classify")
        #expect(outcome.status == 78 && outcome.errors.contains("error[R001]"), "\(outcome.errors)")
        #expect(outcome.errors.contains("ilk rules lint --on-top"))
        #expect(try tool.shell("echo a | ilk classify --rules built-in").status == 0)
    }

    private static let letter = #"{"text":"I come. Yours ever"}"# + "\n"

    /// The rules' digest in a line of output.
    private func digest(_ line: String) -> Substring {
        (line.components(separatedBy: #""rules":""#).last ?? "").prefix(12)
    }

    @Test func `SIGHUP has a stream go on with new rules, or with the old ones and a reason`() throws {
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever"))
        let partner = try Conversation(
            tool, ["classify", "--ndjson", "--explain", "--classifier", "rules", "--rules", "own"])
        try partner.say(Self.letter)
        let first = partner.hear()
        #expect(first.contains("email.regards"))
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever", id: "email.other"))
        try partner.say(Self.letter)
        #expect(digest(partner.hear()) == digest(first), "nobody has asked yet")
        partner.signal(SIGHUP)
        // It tells while it waits: whoever reads that knows that the next record has the new rules.
        let told = partner.hearComplaint()
        #expect(told.hasPrefix("ilk: ") && told.contains("rules in use now ("), "\(told)")
        try partner.say(Self.letter)
        let second = partner.hear()
        #expect(second.contains("email.other") && !second.contains("email.regards"))
        #expect(digest(second) != digest(first) && told.contains(digest(second)))
        try tool.write("own/a.yaml", "rules: [")
        partner.signal(SIGHUP)
        #expect(partner.hearComplaint().contains("the old ones stay"))
        #expect(partner.hearComplaint().contains("own/a.yaml:2:1: error[R001]"))
        try partner.say(Self.letter)
        #expect(digest(partner.hear()) == digest(second))
        try partner.endInput()
        #expect(try partner.end().status == 0)
    }

    @Test func `many signals under load lose no record`() throws {
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever"))
        let partner = try Conversation(
            tool,
            ["classify", "--ndjson", "--classifier", "rules", "--rules", "none", "--rules", "own", "-q"])
        // Until it answers it may not have learned what the signal means.
        try partner.say(Self.letter)
        #expect(partner.hear().contains("email"))
        for turn in 0..<20 {
            try tool.write("own/a.yaml", RulePackText.closing("Yours ever", id: "email.n\(turn)"))
            partner.signal(SIGHUP)
            for _ in 0..<20 { try partner.say(Self.letter) }
            for _ in 0..<20 { #expect(partner.hear().contains(#""category":"email""#)) }
        }
        try partner.endInput()
        let end = try partner.end()
        #expect(end.status == 0 && end.rest.isEmpty && end.errors.isEmpty, "\(end.errors)")
    }
}
