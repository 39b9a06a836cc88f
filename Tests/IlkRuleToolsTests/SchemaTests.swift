import Foundation
import IlkVocabulary
import RuleTestSupport
import Testing
import Yams

@testable import IlkRules

/// Checks that the JSON Schemas accept the same files as the parser.
@Suite struct `Schema` {
    private static let folder = Documentation.root.appending(path: "rules")
    static let packs = Result { try SchemaCheck("rule-pack.schema.json", of: folder) }
    static let overrides = Result { try SchemaCheck("rule-overrides.schema.json", of: folder) }

    /// Returns the schema violations of a pack or an override file.
    private func problems(_ yaml: String) throws -> [String] {
        let node = try #require(try Parser(yaml: yaml, resolver: .basic).singleRoot())
        let schema = yaml.contains("\noverrides:") ? Self.overrides : Self.packs
        return try schema.get().problems(SchemaCheck.value(node))
    }

    @Test func `the schemas use only supported keywords`() throws {
        #expect(try Self.packs.get().unknownKeywords() == [])
        #expect(try Self.overrides.get().unknownKeywords() == [])
    }

    @Test func `every built-in pack and every pack in the reference is valid`() throws {
        for source in try ShippedRules.sources() {
            #expect(try problems(String(decoding: source.bytes, as: UTF8.self)) == [], "\(source.name)")
        }
        let text = try String(
            contentsOf: Documentation.root.appending(path: "docs/reference/rules.md"), encoding: .utf8)
        let blocks = text.components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        #expect(blocks.count > 12)
        for block in blocks {
            let pack = block.hasPrefix("version:") ? block : RuleFixture.pack(block)
            #expect(try problems(pack) == [], "\(block)")
        }
    }

    /// Golden files with a structural error, which a schema can detect.
    @Test(arguments: ["R006", "R007", "R008", "R009", "R012", "R013", "R016", "R020", "R041", "R061"])
    func `the schema rejects structural errors like the parser does`(_ code: String) throws {
        let yaml = try String(contentsOf: Diagnostics.golden("\(code).yaml"), encoding: .utf8)
        #expect(try !problems(yaml).isEmpty, "\(code)")
    }

    @Test(arguments: [
        ("m: { phrase: a b, gap: 2 }", true), ("m: { words: a b, gap: 2 }", false),
        ("m: { phrase: a b, gap: -1 }", false), ("m: { script: [Greek, Latn] }", true),
        ("m: { script: [] }", false), ("m: { language: de, confidence: 0.5 }", true),
        ("m: { language: de, confidence: 0 }", false), ("m: { script: Greek, confidence: 0.5 }", false),
        ("m: { language: German }", false), ("m: { literal: x, near: { matcher: n, words: 2 } }", true),
        ("m: { literal: x, near: { matcher: n } }", false), ("m: { literal: x, near: { words: 2 } }", false),
        ("m: { literal: x, near: { matcher: n, words: 2, lines: 1 } }", false),
        ("m: { literal: x, regex: y }", false), ("m: { at: start }", false),
        ("m: { literal: x, at: begin }", false),
        ("near: { literal: x }", false),
    ])
    func `the schema and the parser accept the same matchers`(_ match: String, _ isTaken: Bool) throws {
        let pack = RuleFixture.pack(RuleFixture.rule("a.b", match: "\(match)\nn: { words: [z] }"))
        #expect(try problems(pack).isEmpty == isTaken, "\(match)")
        #expect(RuleFixture.load(pack).hasErrors != isTaken, "\(match)")
    }
}
