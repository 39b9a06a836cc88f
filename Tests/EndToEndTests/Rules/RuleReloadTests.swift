import Foundation
import TestSupport
import Testing

/// Rules that change during a run.
@Suite("Reload of rules") struct RuleReloadTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private static let letter = #"{"text":"I come. Yours ever"}"# + "\n"

    /// Returns the digest of the rules in an output line.
    private func digest(_ line: String) -> Substring {
        (line.components(separatedBy: #""rules":""#).last ?? "").prefix(12)
    }

    @Test func `SIGHUP reloads the rules or keeps the old ones with a reason`() throws {
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever"))
        let partner = try InteractiveRun(
            tool, ["classify", "--ndjson", "--explain", "--classifier", "rules", "--rules", "own"])
        try partner.say(Self.letter)
        let first = partner.hear()
        #expect(first.contains("email.regards"))
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever", id: "email.other"))
        try partner.say(Self.letter)
        #expect(digest(partner.hear()) == digest(first), "no reload was requested")
        partner.signal(SIGHUP)
        // The message is written during the wait. After it, the next record uses the new rules.
        let told = partner.hearComplaint()
        #expect(told.hasPrefix("ilk: ") && told.contains("rules active ("), "\(told)")
        try partner.say(Self.letter)
        let second = partner.hear()
        #expect(second.contains("email.other") && !second.contains("email.regards"))
        #expect(digest(second) != digest(first) && told.contains(digest(second)))
        try tool.write("own/a.yaml", "rules: [")
        partner.signal(SIGHUP)
        #expect(partner.hearComplaint().contains("the old rules stay"))
        #expect(partner.hearComplaint().contains("error: own/a.yaml:2:1: "))
        try partner.say(Self.letter)
        #expect(digest(partner.hear()) == digest(second))
        try partner.endInput()
        #expect(try partner.end().status == 0)
    }

    @Test func `many signals under load lose no record`() throws {
        try tool.write("own/a.yaml", RulePackText.closing("Yours ever"))
        let partner = try InteractiveRun(
            tool,
            ["classify", "--ndjson", "--classifier", "rules", "--rules", "none", "--rules", "own", "-q"])
        // The handler may not be installed before the first answer.
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
