import IlkLearning
import IlkRules
import IlkText
import IlkVocabulary
import Testing

@Suite struct `Rules that agree` {
    private static let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour", "quay"])

    /// Returns a rule for each word. Stable rules need examples.
    private static func ruleSet() throws -> RuleSet {
        let rules = [
            ("rake", "stable", "garden: 2"), ("hedge", "stable", "garden: 1"), ("tulip", "test", "garden: 2"),
            ("ferry", "stable", "harbour: 2"), ("hull", "experimental", "harbour: 2"),
            ("stone", "test", "garden: -1"), ("both", "stable", "garden: 1, quay: 1"),
        ]
        var text = "version: 1\npack: places\ntaxonomy: places\ndescription: Tests.\nrules:\n"
        for (word, status, labels) in rules {
            text += "  - id: \(word)\n    description: A rule\n    status: \(status)\n"
            text += "    labels: { \(labels) }\n"
            text += "    match: { it: { words: [\(word)] } }\n"
            text += "    examples: { match: [a \(word)], reject: [nothing] }\n"
        }
        let result = RulePack.load(
            sources: [RuleSource(name: "places.yaml", bytes: Array(text.utf8))], taxonomy: taxonomy)
        return try #require(result.ruleSet, "\(result.diagnostics)")
    }

    @Test(
        arguments: [
            ("the rake by the hedge", "garden"), ("the rake", nil), ("nothing here", nil),
            ("rake and tulip", nil), ("rake, hedge and tulip", "garden"),
            ("rake, hedge, ferry", nil), ("rake, hedge, hull", "garden"), ("rake, hedge, stone", nil),
            ("rake, hedge, both", "garden"),
        ] as [(String, String?)])
    func `two stable rules must support the category and no active rule another`(
        text: String, category: String?
    )
        throws
    {
        let agreed = RuleAgreement(try Self.ruleSet())
        let analyzer = try TextAnalyzer(measuring: .all)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        let place = category.flatMap { Self.taxonomy.index(of: Category($0)) }
        #expect(agreed.category(of: analysis) == place)
    }
}
