import IlkPipeline
import IlkRules
import IlkRuleTools
import IlkText
import IlkVocabulary
import Testing

/// Checks the rules under `rules/` by loading and running them as the program does.
@Suite struct `Rules on disk` {
    private static func sources(_ taxonomy: Taxonomy) throws -> [RuleSource] {
        try Tree.files(under: "rules/\(taxonomy.name)").filter { $0.hasSuffix(".yaml") }.map {
            RuleSource(name: $0, bytes: try Tree.bytes($0))
        }
    }

    private static func ruleSet(_ taxonomy: Taxonomy) throws -> RuleSet {
        let layer = RuleLayer(name: "", sources: try sources(taxonomy))
        let result = RuleLint.load(layers: [layer], taxonomy: taxonomy)
        let problems = result.diagnostics.map(\.description)
        #expect(problems.isEmpty, "\(listed(problems))")
        return try #require(result.ruleSet)
    }

    @Test func `each shipped taxonomy has a rule folder and each folder a taxonomy`() throws {
        #expect(Set(try Tree.folders(in: "rules")) == Set(Taxonomy.shipped.map(\.name)))
    }

    @Test(arguments: Taxonomy.shipped)
    func `every rule has an example that it must match and one that it must not`(taxonomy: Taxonomy) throws {
        var violations: [String] = []
        for rule in try Self.ruleSet(taxonomy).rules where rule.status != .deprecated {
            for kind in [RuleExample.Kind.match, .reject]
            where !rule.examples.contains(where: { $0.kind == kind }) {
                violations.append(
                    "\(rule.file):\(rule.line): \(rule.id) has no example under \(kind.rawValue)")
            }
        }
        #expect(violations.isEmpty, "\(listed(violations))")
    }

    @Test(arguments: Taxonomy.shipped)
    func `every example has the outcome that its rule declares`(taxonomy: Taxonomy) throws {
        let analyzer = try TextAnalyzer()
        let results = RuleTester(try Self.ruleSet(taxonomy)).run { analyzer.analyze($0, into: &$1) }
        let failed = results.filter { !$0.passed || $0.isImproved }.map {
            "\($0.file):\($0.example.line): \($0.ruleID) \($0.example.kind.rawValue): \($0.explanation)"
        }
        #expect(!results.isEmpty)
        #expect(failed.isEmpty, "\(listed(failed))")
    }

    @Test(arguments: Taxonomy.shipped)
    func `every category has rules that contribute to it`(taxonomy: Taxonomy) throws {
        let set = try Self.ruleSet(taxonomy)
        for (index, category) in set.taxonomy.categories.enumerated() {
            #expect(set.rules.contains { $0.status.counts && $0.weights[index] > 0 }, "\(category.rawValue)")
        }
    }

    @Test(arguments: Taxonomy.shipped)
    func `a pack has examples of all four types`(taxonomy: Taxonomy) throws {
        let kinds = Set(try Self.ruleSet(taxonomy).rules.flatMap { $0.examples.map(\.kind) })
        #expect(kinds == [.match, .reject, .knownMiss, .knownFalse])
    }

    @Test(arguments: Taxonomy.shipped)
    func `the built-in rules equal those on disk`(taxonomy: Taxonomy) throws {
        #expect(Set(BuiltIn.ruleSources(for: taxonomy)) == Set(try Self.sources(taxonomy)))
    }

    @Test(arguments: Taxonomy.shipped)
    func `the compiled rules match the rules on disk`(taxonomy: Taxonomy) throws {
        let made = CompiledRules.bytes(
            of: try Self.ruleSet(taxonomy), from: BuiltIn.ruleSources(for: taxonomy))
        let isSame = try Tree.bytes("rules/\(taxonomy.name)/\(taxonomy.name).ilkrules") == made
        #expect(isSame, "the rules or their compiler changed: run make rules")
    }

    @Test(arguments: Taxonomy.shipped)
    func `the program loads the compiled rules`(taxonomy: Taxonomy) throws {
        let file = "rules/\(taxonomy.name)/\(taxonomy.name).ilkrules"
        #expect(Array(BuiltIn.compiledRules(for: taxonomy)) == (try Tree.bytes(file)))
        let compiled = try #require(
            BuiltIn.compiledRuleSet(for: taxonomy), "it reads YAML at every start: run make rules")
        #expect(compiled.digest == (try Self.ruleSet(taxonomy).digest))
    }

    @Test func `an unknown taxonomy has no built-in rules and no built-in model`() {
        let other = Taxonomy(name: "spam", categories: ["good", "bad"])
        #expect(!BuiltIn.hasRules(for: other) && BuiltIn.ruleSources(for: other).isEmpty)
        #expect(BuiltIn.compiledRules(for: Taxonomy(name: "weather", categories: ["rain"])).isEmpty)
        #expect(throws: PipelineError.self) { try BuiltIn.ruleSet(for: other) }
        #expect(!BuiltIn.hasModel(for: other))
        #expect(throws: PipelineError.self) { try BuiltIn.model(for: other) }
    }

    @Test(arguments: Taxonomy.shipped)
    func `the library classifies with built-in rules without reading a file`(taxonomy: Taxonomy) throws {
        let pipeline = try Pipeline.standard(for: taxonomy)
        #expect(pipeline.taxonomy == taxonomy)
        let verdict = try pipeline.classify(
            "Traceback (most recent call last): you have won £900, thank you!")
        #expect(verdict.abstention == nil && taxonomy.index(of: verdict.category) != nil)
        #expect(try pipeline.classify("").abstention == .empty)
    }
}
