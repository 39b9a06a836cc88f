import IlkRules
import IlkRuleTools
import Testing

/// The migration of packs with the former names of keys.
@Suite("Migration of packs") struct PackMigrationTests {
    private func migrated(_ text: String) -> String {
        switch RulePackMigrator.migrate(RuleSource(name: "test.yaml", text: text)) {
        case .rewritten(let bytes): return String(decoding: bytes, as: UTF8.self)
        case .unreadable(let problems): return "unreadable: \(problems.map(\.code.rawValue))"
        case .leftAlone(let reason, let line): return "left alone: \(line): \(reason)"
        }
    }

    @Test func `keys of packs are renamed in place, and names of matchers and texts stay`() {
        let pack = """
            # says: a comment
            version:   1
            pack: a.b
            taxonomy: doctype
            says:   'says: é'   # because: of it
            rules:
            -   { id: a.c, 'says': says, label: email, weight: 1, when: "says",
                  match: { says: { words: [says] } },
                  examples: { match: ["known_miss: a"], "known_miss" : [b], known_false: [c] } }
            - id: a.d
              says: >-
                because: b
                says: c
              label: email
              weight: 1
              match: { because: { literal: "known_false:" } }


            """
        let wanted = """
            # says: a comment
            version:   1
            pack: a.b
            taxonomy: doctype
            description:   'says: é'   # because: of it
            rules:
            -   { id: a.c, 'description': says, label: email, weight: 1, when: "says",
                  match: { says: { words: [says] } },
                  examples: { match: ["known_miss: a"], "known_false_negative" : [b], known_false_positive: [c] } }
            - id: a.d
              description: >-
                because: b
                says: c
              label: email
              weight: 1
              match: { because: { literal: "known_false:" } }


            """
        #expect(migrated(pack) == wanted)
        #expect(migrated(wanted) == wanted)
    }

    @Test func `keys of override files are renamed in place`() {
        let overrides = """
            ---
            overrides: site.a
            version: 1
            taxonomy: doctype
            says: Ours
            change:
              - { because: it is loud, weight: 1, rules: [a.b] }
            except:
              - rules: [a.b]
                says: Not there
                match: { a: { literal: because } }
                examples: { known_false: [x] }

            """
        let wanted = overrides.replacing("says:", with: "description:")
            .replacing("because: it", with: "reason: it")
            .replacing("known_false:", with: "known_false_positive:")
        #expect(migrated(overrides) == wanted)
        let windows = overrides.replacing("\n", with: "\r\n")
        #expect(migrated("\u{FEFF}" + windows) == "\u{FEFF}" + wanted.replacing("\n", with: "\r\n"))
    }

    @Test func `a mapping that has an alias is migrated once`() {
        let rule =
            "  - id: a.b\n    examples: &x { match: [a], known_miss: [b] }\n  - { id: a.c, examples: *x }\n"
        let pack = "version: 1\npack: a\nrules:\n" + rule
        #expect(migrated(pack) == pack.replacing("known_miss", with: "known_false_negative"))
    }

    @Test(arguments: [
        (
            "pack: a\nsays: b\ndescription: c\n",
            "left alone: 2: the mapping has both 'says' and 'description'"
        ),
        (
            "pack: a\n\"\\x73ays\": b\n",
            "left alone: 2: the key 'says' is written with an anchor, a tag or an escape"
        ),
        ("- a\n", "left alone: 1: the file is not a mapping of keys and values"),
        ("pack: [\n", "unreadable: [\"R001\"]"), ("", "unreadable: [\"R007\"]"),
    ])
    func `a file that cannot be migrated is reported with its line`(text: String, wanted: String) {
        #expect(migrated(text) == wanted)
    }
}
