import IlkRuleTools
import IlkVocabulary
import RuleTestSupport
import Testing

@testable import IlkRules

@Suite struct `Layers of rules` {
    private static func pack(_ id: String, _ literal: String) -> String {
        RuleFixture.pack(RuleFixture.rule(id, match: "m: { literal: \(literal) }"))
    }

    @Test func `a rule of a later layer replaces the one with the same id`() throws {
        let set = try LayerFixture.ruleSet([
            [Self.pack("a.x", "one")], [Self.pack("a.x", "two"), Self.pack("b.y", "one")],
            [Self.pack("a.x", "three")],
        ])
        #expect(try LayerFixture.hits(set, "one two three") == ["a.x", "b.y"])
        #expect(try LayerFixture.hits(set, "one two") == ["b.y"])
        let rule = set.rules[0]
        #expect(rule.file == "layer2-0.yaml")
        #expect(rule.changes.map(\.file) == ["layer0-0.yaml", "layer1-0.yaml"])
        #expect(rule.changes.allSatisfy { $0.kind == .replaced && $0.name == "test" })
    }

    @Test func `an id is unique within a layer`() {
        let twice = [Self.pack("a.x", "one"), Self.pack("a.x", "two")]
        #expect(LayerFixture.problems([twice]) == ["R014 layer0-1.yaml:6:9"])
        #expect(LayerFixture.problems([[Self.pack("a.x", "zero")], twice]) == ["R014 layer1-1.yaml:6:9"])
    }

    @Test func `override files apply after the packs of all layers`() throws {
        let overrides = LayerFixture.changes("rules: [\"a.*\"], weight: 3")
        let set = try LayerFixture.ruleSet([[Self.pack("a.x", "one"), overrides], [Self.pack("a.y", "two")]])
        #expect(set.rules.allSatisfy { $0.weights.contains(3) && $0.changes.count == 1 })
    }

    @Test func `conditions can refer to rules of lower layers`() throws {
        let upper = RuleFixture.pack(
            RuleFixture.rule("b.y", match: "m: { literal: '!' }", when: "m and rule(a.x)"))
        let set = try LayerFixture.ruleSet([[Self.pack("a.x", "one")], [upper]])
        #expect(try LayerFixture.hits(set, "one!") == ["a.x", "b.y"])
        #expect(LayerFixture.problems([[upper]]) == ["R034 layer0-0.yaml:13:22"])
    }

    @Test func `the digest depends on layers and override files but not on file order`() {
        let (one, two) = (Self.pack("a.x", "one"), Self.pack("b.y", "two"))
        let overrides = LayerFixture.changes("rules: [a.x], weight: 3")
        func digest(_ layers: [[String]]) -> String { RulePack.digest(of: LayerFixture.layered(layers)) }
        let different = [
            digest([[one, two]]), digest([[one], [two]]), digest([[two], [one]]), digest([[one]]),
            digest([[one, overrides, two]]), digest([[one, two], [overrides]]), digest([]),
        ]
        #expect(Set(different).count == different.count)
        #expect(digest([[one, two]]) == digest([[two, one]]))
        #expect(digest([[], [one, two], []]) == digest([[one, two]]))
        #expect(digest([[one, two]]) == RulePack.digest(of: LayerFixture.layered([[one, two]])[0].sources))
        #expect(digest([]) == RulePack.digest(of: [RuleSource]()))
    }

    @Test func `a single layer equals its files`() throws {
        let files = [Self.pack("a.x", "one"), Self.pack("b.y", "two")]
        let layers = LayerFixture.layered([files])
        let layered = try #require(RuleLint.load(layers: layers, taxonomy: .documentType).ruleSet)
        let plain = try #require(RuleLint.load(sources: layers[0].sources, taxonomy: .documentType).ruleSet)
        #expect(layered.digest == plain.digest && layered.rules == plain.rules)
        #expect(
            CompiledRules.bytes(of: layered, from: layers[0].sources)
                == CompiledRules.bytes(of: plain, from: layers[0].sources))
    }
}
