import Foundation
import IlkRules
import IlkText
import IlkVocabulary
import Testing

@testable import IlkRules

/// The reference, the schema and the packs that ship keep to what the code does.
@Suite struct `Documentation` {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func check(_ sources: [RuleSource]) throws {
        let result = RulePack.load(sources: sources, taxonomy: .documentType)
        #expect(result.diagnostics.map(\.description) == [])
        guard let ruleSet = result.ruleSet else { return }
        let analyzer = try TextAnalyzer()
        for outcome in RuleTester(ruleSet).run(analyze: { analyzer.analyze($0, into: &$1) }) {
            #expect(
                outcome.passed && !outcome.isImproved,
                "\(outcome.file):\(outcome.example.line): \(outcome.ruleID): \(outcome.whatHappened)")
        }
    }

    @Test func `every pack in the reference loads without a word and passes its examples`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "docs/rules.md"), encoding: .utf8)
        var blocks: [String] = []
        for part in text.components(separatedBy: "```yaml\n").dropFirst() {
            let block = part.components(separatedBy: "```")[0]
            blocks.append(block.hasPrefix("version:") ? block : RuleFixture.pack(block))
        }
        #expect(blocks.count >= 8)
        for (index, block) in blocks.enumerated() {
            try check([RuleSource(name: "docs/rules.md, block \(index + 1)", text: block)])
        }
    }

    @Test func `every code and every feature stands in the reference`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "docs/rules.md"), encoding: .utf8)
        for code in RuleDiagnosticCode.allCases {
            #expect(text.contains("| \(code.rawValue) |"), "\(code.rawValue)")
        }
        for name in TextFeature.names { #expect(text.contains("`\(name)`"), "\(name)") }
    }

    @Test func `the mail pack loads without a word and passes its examples`() throws {
        let url = Self.root.appending(path: "rules/doctype/email.yaml")
        try check([RuleSource(name: "rules/doctype/email.yaml", bytes: Array(try Data(contentsOf: url)))])
    }

    @Test func `the schema has the keys that the reader knows`() throws {
        let data = try Data(contentsOf: Self.root.appending(path: "rules/rule-pack.schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
        func keys(_ object: [String: Any]?) -> Set<String> {
            Set((object?["properties"] as? [String: Any])?.keys.map { $0 } ?? [])
        }
        #expect(keys(schema) == Set(PackKeys.pack))
        #expect(keys(definitions["rule"]) == Set(PackKeys.rule))
        #expect(keys(definitions["matcher"]) == Set(PackKeys.matcher))
        #expect(keys(definitions["examples"]) == Set(PackKeys.examples))
    }
}
