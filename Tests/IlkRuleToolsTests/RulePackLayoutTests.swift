import Foundation
import IlkVocabulary
import RuleTestSupport
import TestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

/// The canonical format of pack files.
@Suite struct `Layout` {
    private func laidOut(_ text: String) -> String {
        switch RulePackFormatter.layout(RuleSource(name: "test.yaml", text: text)) {
        case .rewritten(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .unreadable(let problems): return "unreadable: \(problems.map(\.description))"
        case .leftAlone(let reason, let line): return "left alone: \(line): \(reason)"
        }
    }

    /// Checks the formatted text, and that formatting it again changes nothing.
    private func check(_ text: String, _ wanted: String) {
        #expect(laidOut(text) == wanted)
        #expect(laidOut(wanted) == wanted)
    }

    private static let head = "version: 1\npack: a.b\ntaxonomy: doctype\ndescription: A pack\n"

    @Test func `keys are sorted with their comments`() {
        check(
            """
            # about the file

            description:   A pack   # behind description
            # before version
            version: 1
            taxonomy: 'doctype'
            pack: a.b
            rules:
            # before the rule
            - when: a and b # behind when
              id: x.y
              description: 'It''s'
              match: {b: {at: start, literal: '#'}, a: {regex: "a\\\\d"}}
              label: email
              examples: {reject: [b], match: [a, "x\\ny"]}
              # behind the rule
            # at the end

            """,
            """
            # about the file

            # before version
            version: 1
            pack: a.b
            taxonomy: "doctype"
            description: A pack  # behind description
            rules:
              # before the rule
              - id: x.y
                description: "It's"
                label: email
                match:
                  b: { literal: "#", at: start }
                  a: { regex: 'a\\d' }
                when: a and b  # behind when
                examples:
                  match:
                    - a
                    - "x\\ny"
                  reject: [b]
                # behind the rule
            # at the end

            """)
    }

    @Test func `an apostrophe before a combining mark is doubled in single quotes`() {
        let rules = "rules:\n  - id: a\n    match:\n      a: { regex: 'it''\u{301}s\\d' }\n"
        check(Self.head + rules, Self.head + rules)
    }

    @Test func `long lines are broken where possible`() {
        let words = (10..<50).map { "word\($0)" }
        let condition =
            "wordCount > 1 and (a or count(a) >= 2 or lineCount < 7) and not near(a, b, 5 words) and b and urlCount == 0 and headerLineCount < 2"
        check(
            Self.head
                + "rules:\n  - id: a\n    when: \(condition)\n    match: {a: {words: [\(words.joined(separator: ","))]}}\n",
            Self.head + """
                rules:
                  - id: a
                    match:
                      a:
                        words: [word10, word11, word12, word13, word14, word15, word16, word17, word18, word19, word20, word21, word22,
                          word23, word24, word25, word26, word27, word28, word29, word30, word31, word32, word33, word34, word35,
                          word36, word37, word38, word39, word40, word41, word42, word43, word44, word45, word46, word47, word48,
                          word49]
                    when: >-
                      wordCount > 1 and (a or count(a) >= 2 or lineCount < 7) and not near(a, b, 5 words) and b and urlCount == 0
                      and headerLineCount < 2

                """)
    }

    @Test func `block scalars keep their lines, and comments in lists break them`() {
        check(
            Self.head + """
                rules:
                -   id: a
                    when: |   # as it is
                         a and
                           b
                    match:
                       a: {words: [x,   # the first
                                   y]}
                    examples:
                       match:
                       - |
                           one
                             two

                           three
                       - short
                -   id: b

                """,
            Self.head + """
                rules:
                  - id: a
                    match:
                      a:
                        words:
                          - x  # the first
                          - y
                    when: |  # as it is
                      a and
                        b
                    examples:
                      match:
                        - |
                          one
                            two

                          three
                        - short

                  - id: b

                """)
    }

    @Test func `all types of matchers have the same key order`() {
        check(
            Self.head + """
                rules:
                  - id: a
                    labels: {words: 1, email: 2, at: 1}
                    match:
                      a: {at: start, gap: 2, phrase: look up}
                      b: {at: start, script: Greek}
                      c: {lines: 1, confidence: 0.9, language: de}
                      d: {near: {matcher: a, words: 3}, words: [x]}

                """,
            Self.head + """
                rules:
                  - id: a
                    labels: { words: 1, email: 2, at: 1 }
                    match:
                      a: { phrase: look up, gap: 2, at: start }
                      b: { script: Greek, at: start }
                      c: { language: de, confidence: 0.9, lines: 1 }
                      d: { words: [x], near: { matcher: a, words: 3 } }

                """)
    }

    @Test func `override files have a separate key order`() {
        check(
            """
            taxonomy: doctype
            description: Ours
            except:
            - when: a and not b
              rules: ["a.*"]
              match: {a: {literal: '#'}, b: {words: [b]}}
              description: Not there
            - {rules: [a.b], description: Nor there, match: {c: {literal: c}}}
            change:
            - {reason: it is loud, weight: 1, rules: [a.b, a.c]}
            # behind the first
            - status: deprecated
              rules: [a.d]
              reason: gone
            overrides: ours
            version: 1

            """,
            """
            version: 1
            overrides: ours
            taxonomy: doctype
            description: Ours
            change:
              - rules: [a.b, a.c]
                weight: 1
                reason: it is loud
              # behind the first
              - rules: [a.d]
                status: deprecated
                reason: gone
            except:
              - rules: ["a.*"]
                description: Not there
                match:
                  a: { literal: "#" }
                  b: { words: [b] }
                when: a and not b

              - rules: [a.b]
                description: Nor there
                match:
                  c: { literal: c }

            """)
    }

    @Test(arguments: [
        ("a: !!str b\n", "unsupported YAML"), ("- a\n", "not a mapping"),
        ("a: b\n? [c]\n: d\n", "a key is not a string"), ("%YAML 1.1\n---\na: b\n", "directive"),
    ])
    func `a file with unsupported syntax is left unchanged`(_ text: String, _ reason: String) {
        #expect(laidOut(text).hasPrefix("left alone: "), "\(laidOut(text))")
        #expect(laidOut(text).contains(reason), "\(laidOut(text))")
    }

    @Test(arguments: ["a: [b\n", "a: 1\na: 2\n", "\u{0}", ""])
    func `invalid YAML is reported like in lint`(_ text: String) {
        #expect(laidOut(text).hasPrefix("unreadable: "))
    }

    @Test func `anchors and aliases are preserved`() {
        check(
            Self.head + """
                rules:
                - id: a
                  examples: &e  # named
                      match: [x]
                      reject: &r [y]
                  match: {m: &m
                           {words: [a]}, n: *m}
                - id: b
                  match: {n: *m}
                  examples: {match: *r}

                """,
            Self.head + """
                rules:
                  - id: a
                    match:
                      m: &m { words: [a] }
                      n: *m
                    examples: &e  # named
                      match: [x]
                      reject: &r [y]

                  - id: b
                    match:
                      n: *m
                    examples:
                      match: *r

                """)
        #expect(
            laidOut("rules:\n- id: a\n  examples: &e {match: [x]}\n  match: {m: *e}\n")
                == "left alone: 1: formatting would change the meaning of the file")
    }

    @Test func `carriage returns, a byte order mark and a document marker are accepted`() {
        check("---\r\nversion: 1\r\n# c\r\npack: a\r\n", "---\nversion: 1\n# c\npack: a\n")
    }

    // MARK: Properties

    private func checkMeaning(_ source: RuleSource) throws {
        guard case .rewritten(let bytes) = RulePackFormatter.layout(source) else {
            Issue.record(
                "\(source.name) is not laid out: \(laidOut(String(decoding: source.bytes, as: UTF8.self)))")
            return
        }
        let second = RuleSource(name: source.name, bytes: bytes)
        if case .rewritten(let again) = RulePackFormatter.layout(second) {
            #expect(
                String(decoding: again, as: UTF8.self) == String(decoding: bytes, as: UTF8.self),
                "\(source.name)")
        } else {
            Issue.record("\(source.name) is laid out once and not again")
        }
        let before = RuleLint.load(sources: [source], taxonomy: .documentType)
        let after = RuleLint.load(sources: [second], taxonomy: .documentType)
        #expect(before.diagnostics.map(\.message).sorted() == after.diagnostics.map(\.message).sorted())
        #expect(before.ruleSet?.rules.map(Self.meaning) == after.ruleSet?.rules.map(Self.meaning))
    }

    /// Describes a rule without its position.
    private static func meaning(_ rule: Rule) -> String {
        let examples = rule.examples.map { "\($0.kind) \($0.index) \($0.text)" }
        return
            "\(rule.id) \(rule.description) \(rule.status) \(rule.weights) \(rule.condition ?? "-") \(rule.matchers) \(examples)"
    }

    @Test func `formatting keeps the meaning of the built-in packs`() throws {
        for source in try ShippedRules.sources() { try checkMeaning(source) }
    }

    @Test func `formatting keeps the meaning and the comments of random packs`() throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("seed \(seed)")
        var dice = SeededGenerator(seed: seed)
        for number in 0..<300 {
            let text = PackDice.pack(&dice)
            try checkMeaning(RuleSource(name: "seed \(seed), pack \(number):\n\(text)", text: text))
        }
    }
}

/// Generates random packs in any layout, with comments anywhere.
private enum PackDice {
    static func pack(_ dice: inout SeededGenerator) -> String {
        var parts = [
            "version: 1", "pack: a.b", "taxonomy: doctype", "description: \(text(&dice, isFlow: false))",
        ]
        parts.shuffle(using: &dice)
        var pack = ""
        for part in parts { pack += comment(&dice, indent: 0) + part + trailing(&dice) + "\n" }
        pack += "rules:" + trailing(&dice) + "\n"
        let indent = Int.random(in: 0...2, using: &dice)
        for number in 0..<Int.random(in: 1...3, using: &dice) {
            pack += comment(&dice, indent: indent) + rule(number, indent: indent, &dice)
        }
        return pack + comment(&dice, indent: 0)
    }

    private static func rule(_ number: Int, indent: Int, _ dice: inout SeededGenerator) -> String {
        let inner = indent + 2
        let pad = String(repeating: " ", count: inner)
        var keys = [
            "id: r\(number).x", "description: \(text(&dice, isFlow: false))", "label: email", "weight: 1.5",
            "match: { m: { \(matcher(&dice)) }, n: { \(matcher(&dice)) } }",
            [
                "when: m or n", "when: >-\n\(pad)    m\n\(pad)    or n", "when: |\n\(pad)  m or\n\n\(pad)  n",
                "when: \"m or n\"",
            ]
            .randomElement(using: &dice) ?? "",
            "examples:\n\(pad)  match: [\(text(&dice, isFlow: true)), \(text(&dice, isFlow: true))]\n\(pad)  reject:\n"
                + "\(pad)  - \(text(&dice, isFlow: false))\(trailing(&dice))\n\(comment(&dice, indent: inner + 2))\(pad)  - z",
        ]
        keys.shuffle(using: &dice)
        var rule = ""
        for (index, key) in keys.enumerated() {
            if index > 0 { rule += comment(&dice, indent: inner) }
            rule += (index == 0 ? String(repeating: " ", count: indent) + "- " : pad) + key
            rule += key.contains("|") || key.contains(">-") ? "\n" : trailing(&dice) + "\n"
        }
        return rule
    }

    private static func matcher(_ dice: inout SeededGenerator) -> String {
        [
            "regex: 'a+#[b]{2}'", "regex: \"\\\\bab\\\\b\"", "words: [ab, cd,\n          ef]", "words: ab",
            "literal: [ '=>', '->' ]",
            "at: start, literal: '#'", "fold: true, literal: \"x\"", "lines: 3, words: [ab]",
        ].randomElement(using: &dice) ?? ""
    }

    private static func text(_ dice: inout SeededGenerator, isFlow: Bool) -> String {
        let texts = [
            "plain words", "'it''s #1'", "\"a\\nb\\t\\u00e9 \\\"q\\\"\"", "'say \"no\"'", "\"true\"",
            "\"1.5\"", "x#y", "\"a\\u200bb\"", "'\\d'",
        ]
        let more =
            isFlow
            ? []
            : ["a, b and [c]", "two\n            lines", "{a}b".replacingOccurrences(of: "{", with: "(")]
        return (texts + more).randomElement(using: &dice) ?? ""
    }

    private static func comment(_ dice: inout SeededGenerator, indent: Int) -> String {
        guard Int.random(in: 0..<4, using: &dice) == 0 else { return "" }
        let gap = Bool.random(using: &dice) ? "\n" : ""
        let number = Int.random(in: 0..<1000, using: &dice)
        return gap + String(repeating: " ", count: indent) + "# comment \(number)\n"
    }

    private static func trailing(_ dice: inout SeededGenerator) -> String {
        Int.random(in: 0..<5, using: &dice) == 0
            ? "   # behind \(Int.random(in: 0..<1000, using: &dice))" : ""
    }
}
