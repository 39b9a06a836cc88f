package import IlkRules
import IlkRuleTools
import IlkVocabulary
import Testing

/// Rule packs and override files in layers.
package enum LayerFixture {
    package static let base = RuleFixture.pack(
        RuleFixture.rule("email.alpha", match: "m: { literal: alpha }")
            + RuleFixture.rule("email.beta", match: "m: { literal: beta }")
            + RuleFixture.rule("chat.alpha", match: "m: { words: [alpha] }")
            + RuleFixture.rule("chat.both", match: "m: { literal: '!' }", when: "m and rule(email.alpha)")
    )
    .replacing("match: [a]", with: "match: [alpha beta !]")

    /// Returns an override file with the given entries.
    package static func overrides(_ entries: String, name: String = "site.tuning") -> String {
        "version: 1\noverrides: \(name)\ntaxonomy: doctype\ndescription: For a test.\n" + entries
    }

    /// Returns an override file with changes, each on one line: `rules: ..., weight: ...`.
    package static func changes(_ lines: String..., name: String = "site.tuning") -> String {
        overrides(
            "change:\n" + lines.map { "  - { \($0), reason: we saw it }\n" }.joined(), name: name)
    }

    package static let exception = overrides(
        """
        except:
          - rules: ["email.*"]
            description: Texts of the machine
            match:
              robot: { words: [robot] }
              off: { literal: 'no robot' }
            when: robot and not off
            examples:
              match: [a robot]
              reject: [no robot, robots]

        """)

    /// Loads layers, each a list of files.
    package static func load(_ layers: [[String]]) -> RuleLoadResult {
        RuleLint.load(layers: layered(layers), taxonomy: .documentType)
    }

    package static func layered(_ layers: [[String]]) -> [RuleLayer] {
        layers.enumerated().map { layer, files in
            RuleLayer(
                name: "layer \(layer)",
                sources: files.enumerated().map {
                    RuleSource(name: "layer\(layer)-\($0).yaml", text: $1)
                })
        }
    }

    package static func ruleSet(_ layers: [[String]]) throws -> RuleSet {
        let result = load(layers)
        let problems = result.diagnostics.map(\.description)
        return try #require(result.ruleSet, "\(problems.joined(separator: "\n"))")
    }

    /// Returns the codes and positions of all problems.
    package static func problems(_ layers: [[String]]) -> [String] {
        load(layers).diagnostics.map { "\($0.code.rawValue) \($0.file):\($0.line):\($0.column)" }
    }

    /// Returns the ids of the rules that match a text.
    package static func hits(_ ruleSet: RuleSet, _ text: String) throws -> [String] {
        let matcher = RuleMatcher(ruleSet)
        matcher.evaluate(try RuleFixture.analysis(text))
        return matcher.hits.map { ruleSet.rules[$0.rule].id }
    }
}
