import Foundation
import IlkText
import IlkVocabulary
import RuleTestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

@Suite struct `Shipped rules` {
    @Test(arguments: Taxonomy.shipped)
    func `the packs page states the number of rules of each taxonomy`(taxonomy: Taxonomy) throws {
        let page = try String(
            contentsOf: Documentation.root.appending(path: "docs/reference/packs.md"), encoding: .utf8)
        let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| `\(taxonomy.name)`") })
        let count = try #require(
            RuleLint.load(sources: try ShippedRules.sources(taxonomy), taxonomy: taxonomy).ruleSet
        )
        .rules.count
        #expect(row.contains("| `rules/\(taxonomy.name)` | \(count) |"), "\(row)")
    }

    @Test(arguments: Taxonomy.shipped)
    func `the built-in rules pass all checks and their examples`(taxonomy: Taxonomy) throws {
        let sources = try ShippedRules.sources(taxonomy)
        let checked = RuleLint.load(sources: sources, taxonomy: taxonomy)
        #expect(checked.diagnostics.map(\.description) == [])
        let ruleSet = try #require(checked.ruleSet)
        let analyzer = try TextAnalyzer()
        let results = RuleTester(ruleSet).run { analyzer.analyze($0, into: &$1) }
        #expect(
            results.filter { !$0.passed }.map { "\($0.ruleID) \($0.example.kind) \($0.example.index)" } == [])
    }

    @Test(arguments: Taxonomy.shipped)
    func `required literals do not change the results of the built-in rules`(taxonomy: Taxonomy) throws {
        let ruleSet = try #require(
            RuleLint.load(sources: ShippedRules.sources(taxonomy), taxonomy: taxonomy).ruleSet)
        let analyzer = try TextAnalyzer()
        var analysis = AnalyzedText()
        let filtering = RuleMatcher(ruleSet)
        let plain = RuleMatcher(ruleSet)
        plain.usesFilters = false
        for example in ruleSet.rules.flatMap(\.examples) {
            analyzer.analyze(example.text, into: &analysis)
            filtering.evaluate(analysis)
            plain.evaluate(analysis)
            #expect(filtering.hits == plain.hits, "line \(example.line)")
            #expect(filtering.spans == plain.spans)
        }
    }
}
