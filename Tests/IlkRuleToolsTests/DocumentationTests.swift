import Foundation
import IlkText
import IlkVocabulary
import RuleTestSupport
import Testing

@testable import IlkRules
@testable import IlkRuleTools

/// Checks that the reference, the schemas and the built-in packs agree with the code.
@Suite struct `Documentation` {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func check(_ sources: [RuleSource], below: [RuleSource] = []) throws {
        let layers = [RuleLayer(name: "below", sources: below), RuleLayer(name: "", sources: sources)]
        let result = RuleLint.load(layers: layers, taxonomy: .documentType)
        #expect(result.diagnostics.map(\.description) == [])
        guard let ruleSet = result.ruleSet else { return }
        let analyzer = try TextAnalyzer()
        for outcome in RuleTester(ruleSet).run(analyze: { analyzer.analyze($0, into: &$1) }) {
            #expect(
                outcome.passed && !outcome.isImproved,
                "\(outcome.file):\(outcome.example.line): \(outcome.ruleID): \(outcome.explanation)")
        }
    }

    @Test func `every pack in the reference loads without problems and passes its examples`() throws {
        let text = try String(
            contentsOf: Self.root.appending(path: "docs/reference/rules.md"), encoding: .utf8)
        var blocks: [String] = []
        for part in text.components(separatedBy: "```yaml\n").dropFirst() {
            let block = part.components(separatedBy: "```")[0]
            blocks.append(block.hasPrefix("version:") ? block : RuleFixture.pack(block))
        }
        #expect(blocks.count >= 8)
        let sources = blocks.enumerated().map {
            RuleSource(name: "docs/reference/rules.md, block \($0 + 1)", text: $1)
        }
        // An override file changes the rules of the blocks before it.
        for (index, block) in blocks.enumerated() {
            try check([sources[index]], below: block.contains("\noverrides:") ? Array(sources[..<index]) : [])
        }
        #expect(blocks.contains { $0.contains("\noverrides:") })
    }

    @Test func `every code and every feature is in the reference`() throws {
        let text = try String(
            contentsOf: Self.root.appending(path: "docs/reference/rules.md"), encoding: .utf8)
        for code in RuleDiagnosticCode.allCases {
            #expect(text.contains("| \(code.rawValue) |"), "\(code.rawValue)")
        }
        for name in TextFeature.names { #expect(text.contains("`\(name)`"), "\(name)") }
    }

    @Test func `the mail pack loads without problems and passes its examples`() throws {
        let url = Self.root.appending(path: "rules/doctype/email.yaml")
        try check([RuleSource(name: "rules/doctype/email.yaml", bytes: Array(try Data(contentsOf: url)))])
    }

    private func schema(_ name: String) throws -> ([String: Any], [String: [String: Any]]) {
        let data = try Data(contentsOf: Self.root.appending(path: "rules/\(name).schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return (schema, try #require(schema["$defs"] as? [String: [String: Any]]))
    }

    private func keys(_ object: [String: Any]?) -> Set<String> {
        Set((object?["properties"] as? [String: Any])?.keys.map { $0 } ?? [])
    }

    @Test func `the schema of override files has the keys of the parser and of packs`() throws {
        let (schema, definitions) = try schema("rule-overrides")
        #expect(keys(schema) == Set(PackKeys.overrides))
        #expect(keys(definitions["change"]) == Set(PackKeys.change))
        #expect(keys(definitions["exception"]) == Set(PackKeys.exception))
        let text = try String(
            contentsOf: Self.root.appending(path: "rules/rule-overrides.schema.json"), encoding: .utf8)
        let (_, packs) = try self.schema("rule-pack")
        for part in text.components(separatedBy: "rule-pack.schema.json#/$defs/").dropFirst() {
            let name = String(part.prefix { $0 != "\"" && $0 != "/" })
            #expect(packs[name] != nil, "\(name)")
        }
    }

    @Test func `the schema of packs has the keys of the parser`() throws {
        let (schema, definitions) = try schema("rule-pack")
        #expect(keys(schema) == Set(PackKeys.pack))
        #expect(keys(definitions["rule"]) == Set(PackKeys.rule))
        #expect(keys(definitions["matcher"]) == Set(PackKeys.matcher))
        #expect(keys(definitions["examples"]) == Set(PackKeys.examples))
    }
}
