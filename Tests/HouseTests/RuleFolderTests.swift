import IlkPipeline
import IlkRules
import IlkText
import IlkVocabulary
import Testing

/// The rules under `rules/`, read and run as the program does.
@Suite struct `Rules on disk` {
    private static func sources() throws -> [RuleSource] {
        try Tree.files(under: "rules/doctype").filter { $0.hasSuffix(".yaml") }.map {
            RuleSource(name: $0, bytes: try Tree.bytes($0))
        }
    }

    private static func ruleSet() throws -> RuleSet {
        let result = RulePack.load(sources: try sources(), taxonomy: .documentType)
        let problems = result.diagnostics.map(\.description)
        #expect(problems.isEmpty, "\(told(problems))")
        return try #require(result.ruleSet)
    }

    @Test func `there are rules for the document types only: other folders need a taxonomy here`() throws {
        #expect(try Tree.folders(in: "rules") == [Taxonomy.documentType.name])
    }

    @Test func `every rule has a text that it must match and one that it must not`() throws {
        var violations: [String] = []
        for rule in try Self.ruleSet().rules where rule.status != .deprecated {
            for kind in [RuleExample.Kind.match, .reject]
            where !rule.examples.contains(where: { $0.kind == kind }) {
                violations.append(
                    "\(rule.file):\(rule.line): \(rule.id) has no example under \(kind.rawValue)")
            }
        }
        #expect(violations.isEmpty, "\(told(violations))")
    }

    @Test func `every example comes out as its rule says`() throws {
        let analyzer = try TextAnalyzer()
        let results = RuleTester(try Self.ruleSet()).run { analyzer.analyze($0, into: &$1) }
        let failed = results.filter { !$0.passed }.map {
            "\($0.file):\($0.example.line): \($0.ruleID) \($0.example.kind.rawValue): \($0.whatHappened)"
        }
        #expect(!results.isEmpty)
        #expect(failed.isEmpty, "\(told(failed))")
    }

    @Test func `every category has rules that speak for it`() throws {
        let set = try Self.ruleSet()
        for (index, category) in set.taxonomy.categories.enumerated() {
            #expect(set.rules.contains { $0.status.counts && $0.weights[index] > 0 }, "\(category.rawValue)")
        }
    }

    @Test func `the rules inside the program are those on disk`() throws {
        #expect(Set(BuiltIn.ruleSources()) == Set(try Self.sources()))
    }

    @Test func `the compiled rules are what the rules on disk come to`() throws {
        let made = CompiledRules.bytes(of: try Self.ruleSet(), from: BuiltIn.ruleSources())
        let isSame = try Tree.bytes("rules/doctype/doctype.ilkrules") == made
        #expect(isSame, "the rules or what compiles them have changed: run make rules")
    }

    @Test func `the program starts from the compiled rules`() throws {
        #expect(Array(BuiltIn.compiledRules()) == (try Tree.bytes("rules/doctype/doctype.ilkrules")))
        let compiled = try #require(
            BuiltIn.compiledRuleSet(), "it reads YAML at every start: run make rules")
        #expect(compiled.digest == (try Self.ruleSet().digest))
    }
}
