import IlkLearning
import IlkRules
import IlkVocabulary
import Testing

/// Small rule sets with one rule for each line. A rule matches the texts that contain its word.
enum RuleFixture {
    static let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour", "quay"])

    /// Parses lines such as `a garden 1.5`, or with a status and several weights, `a experimental garden 1
    /// quay -2`. The rule matches texts that contain its name as a word.
    static func ruleSet(_ lines: String..., word: (String) -> String = { $0 }) throws -> RuleSet {
        try ruleSet(of: lines, word: word)
    }

    static func ruleSet(of lines: [String], word: (String) -> String = { $0 }) throws -> RuleSet {
        var text = "version: 1\npack: places\ntaxonomy: places\ndescription: Tests.\nrules:\n"
        for line in lines {
            var parts = line.split(separator: " ").map(String.init)
            let id = parts.removeFirst()
            let status = RuleStatus(rawValue: parts[0]).map { _ in parts.removeFirst() } ?? "test"
            let labels = stride(from: 0, to: parts.count, by: 2).map { "\(parts[$0]): \(parts[$0 + 1])" }
            text += "  - id: \(id)\n    description: A rule\n    status: \(status)\n"
            text += "    labels: { \(labels.joined(separator: ", ")) }\n"
            text += "    match: { it: { words: [\(word(id))] } }\n"
        }
        let result = RulePack.load(
            sources: [RuleSource(name: "places.yaml", bytes: Array(text.utf8))], taxonomy: taxonomy)
        return try #require(result.ruleSet, "\(result.diagnostics)")
    }

    /// Parses rows such as `garden a b`, `quay@docks a` with a source, and `harbour ?c` with a rule that
    /// reached its step limit.
    static func table(_ ruleSet: RuleSet, _ rows: [String]) throws -> RuleHitTable {
        var table = RuleHitTable(taxonomy: taxonomy, ruleCount: ruleSet.rules.count)
        for row in rows {
            var words = row.split(separator: " ").map(String.init)
            let head = words.removeFirst().split(separator: "@").map(String.init)
            let index = { (id: String) throws in try #require(ruleSet.index(ofRule: id), "\(id)") }
            table.add(
                category: try #require(taxonomy.index(of: Category(head[0]))),
                source: head.count > 1 ? head[1] : nil,
                rules: try words.filter { !$0.hasPrefix("?") }.map(index).sorted(),
                undecided: try words.filter { $0.hasPrefix("?") }.map { try index(String($0.dropFirst())) }
                    .sorted())
        }
        return table
    }
}

/// Returns `true` if two numbers are equal up to rounding.
func isNear(_ left: Double, _ right: Double, within distance: Double = 1e-9) -> Bool {
    abs(left - right) < distance
}
