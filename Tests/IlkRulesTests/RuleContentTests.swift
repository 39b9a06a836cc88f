import IlkRules
import IlkVocabulary
import RuleTestSupport
import Testing

/// Content hashes of rules.
@Suite("Contents of rules") struct RuleContentTests {
    private static let pack = """
        version: 1
        pack: test.pack
        taxonomy: doctype
        description: Tests.
        rules:
          - id: test.one
            description: One
            label: email
            weight: 2
            match:
              a: { words: [dear, hi] }
              b: { regex: 'x+', at: start }
            when: a and not b
          - id: test.two
            description: Two
            label: code
            weight: 1
            match: { c: { literal: ['{', '}'] } }
            when: c and not rule(test.one)

        """

    private func contents(_ pack: String) throws -> [UInt64] {
        try RuleFixture.ruleSet(pack).rules.map(\.contentHash)
    }

    @Test(arguments: [
        ("description: One", "description: Another"), ("version: 1\n", "# A comment.\nversion: 1\n"),
        ("[dear, hi]", "[ dear , hi ]"), ("pack: test.pack", "pack: test.other"),
        ("description: Two\n", "description: Two\n    status: test\n"),
    ])
    func `description, layout and status between test and stable do not change the hash`(
        part: String, other: String
    ) throws {
        let changed = Self.pack.replacing(part, with: other)
        #expect(try contents(changed) == contents(Self.pack) && changed != Self.pack)
    }

    @Test(arguments: [
        ("weight: 2", "weight: 2.5"), ("label: email", "label: message"), ("[dear, hi]", "[dear, ho]"),
        ("[dear, hi]", "[dear hi]"), ("'x+'", "'x{2}'"), ("at: start", "at: end"),
        ("when: a and not b", "when: a or b"),
        ("description: One\n", "description: One\n    status: experimental\n"),
        ("{ words: [dear, hi] }", "{ literal: [dear, hi] }"),
    ])
    func `changes of the condition or weight change the hash of the rule and its dependents`(
        part: String, other: String
    ) throws {
        let (before, after) = (
            try contents(Self.pack), try contents(Self.pack.replacing(part, with: other))
        )
        #expect(before[0] != after[0] && before[1] != after[1])
    }

    @Test func `a change of a dependent does not change the hash of a rule`() throws {
        let (before, after) = (
            try contents(Self.pack), try contents(Self.pack.replacing("['{', '}']", with: "['{']"))
        )
        #expect(before[0] == after[0] && before[1] != after[1])
    }
}
