package import IlkRules
package import IlkRuleTools
package import IlkText
package import IlkVocabulary
import Testing

/// Helpers to write a rule, load it and run it on a text.
package enum RuleFixture {
    /// Returns a pack with the given rules.
    package static func pack(_ rules: String) -> String {
        "version: 1\npack: test\ntaxonomy: doctype\ndescription: A pack for a test.\nrules:\n" + rules
    }

    /// Returns a rule with the given lines under `match` and the given condition.
    package static func rule(_ id: String, match: String, when: String? = nil, status: String = "test")
        -> String
    {
        var text =
            "  - id: \(id)\n    description: A rule\n    label: email\n    weight: 1.5\n    status: \(status)\n"
        if !match.isEmpty {
            text += "    match:\n"
            for line in match.split(separator: "\n") { text += "      \(line)\n" }
        }
        if let when { text += "    when: \(when)\n" }
        return text + "    examples:\n      match: [a]\n      reject: [b]\n"
    }

    /// Loads a pack and analyzes its rules.
    package static func load(_ text: String) -> RuleLoadResult {
        RuleLint.load(sources: [RuleSource(name: "test.yaml", text: text)], taxonomy: .documentType)
    }

    /// Returns the rule set of a pack without errors.
    package static func ruleSet(_ text: String) throws -> RuleSet {
        let result = load(text)
        let problems = result.diagnostics.filter { $0.severity == .error }.map(\.description)
        return try #require(result.ruleSet, "\(problems.joined(separator: "\n"))")
    }

    package static func analysis(_ text: String) throws -> AnalyzedText {
        var analysis = AnalyzedText()
        try TextAnalyzer().analyze(text, into: &analysis)
        return analysis
    }
}

extension RuleLint {
    /// Parses, compiles and analyzes the files of one layer.
    package static func load(
        sources: [RuleSource], taxonomy: Taxonomy, locale: String = "en"
    ) -> RuleLoadResult {
        load(layers: [RuleLayer(name: "", sources: sources)], taxonomy: taxonomy, locale: locale)
    }
}

extension Rule {
    /// The weights in the pack, without changes by override files.
    package var authoredWeights: [Double] {
        for change in changes { if case .weights(let before) = change.kind { return before } }
        return weights
    }

    /// The status in the pack, without changes by override files.
    package var authoredStatus: RuleStatus {
        for change in changes { if case .status(let before) = change.kind { return before } }
        return status
    }
}
