import IlkPipeline
import IlkRules
import IlkRuleTools
import IlkText
import IlkVocabulary
import TestSupport

/// Rules: packs, conditions and expressions, and texts on which the shipped rules match often.
enum RuleGrammars {
    private static let head = "version: 1\npack: test\ntaxonomy: doctype\ndescription: A pack.\nrules:\n"
    private static let rule =
        "  - id: a.b\n    description: A rule\n    label: email\n    weight: 1.5\n    examples: { match: [a], reject: [b] }\n"
    private static let yaml = [
        "a", "a: b\n", "- a\n", "- ", "  ", "\n", "\t", ":", ": ", "[", "]", "[a, ", "{", "}", "{a: ", ", ",
        "\"", "'", "\"a\", ",
        "\\", "#", "# a\n", "|\n", ">\n", "&a ", "*a ", "!a ", "? ", "--- \n", "%a\n", "<<: ", "é", "1",
        "\u{0}", "rules:\n",
        "    match: { m: { literal: x } }\n", "  - id: a\n", rule,
    ]
    private static let conditions = [
        "m ", "not ", "and m ", "or m ", "(", ")", "(m) ", "count(m) ", "> ", "1 ", "+ ", "any(", "all(",
        "m, ", "text.", "\"", "'",
        "within ", "near(", "m", "-", "é", "*",
    ]
    /// Rules, and overrides of rules that do not exist. Each name is looked up among all rules.
    private static let changes = Grammar(
        "changes of unknown rules", tokens: [],
        shapes: [
            .init("rules and changes") { size in
                let rules = (0..<size / 320).map { number in
                    rule.replacing("a.b", with: "a.rule-of-a-long-name-\(number)")
                        + "    match: { m: { literal: x\(number) } }\n"
                }
                let changes = (0..<size / 320).map {
                    "  - { rules: [a.rule-of-a-lone-name-x\($0)], weight: 1, reason: no }\n"
                }
                return Array((head + rules.joined() + "\u{0}" + changeHead + changes.joined()).utf8)
            }
        ]
    ) {
        return { bytes in
            let parts = bytes.split(separator: 0)
            let sources = parts.enumerated().map { RuleSource(name: "\($0).yaml", bytes: Array($1)) }
            _ = RuleLint.load(layers: [RuleLayer(name: "", sources: sources)], taxonomy: .documentType)
        }
    }
    private static let changeHead =
        "version: 1\noverrides: test\ntaxonomy: doctype\ndescription: Changes.\nchange:\n"
    private static let expressions = [
        "a", "a|", "a?", "a*", "a+", "a{2}", "a{0,9}", "(", ")", "(?:", "(?:a|b)", "(a)", "[", "]", "[a-z]",
        "[^a]", "[[", "&&",
        "\\", "\\\\w", "\\\\b", "\\\\p{L}", "\\\\1", ".", ".*", "^", "$", "(?i)", "(?=a)", "(?<a>", "é", "{",
        "}", "|",
    ]
    private static let lists = ["a", "a, ", "ab, ", "'a', ", "a b, ", "é, ", "a*, ", "\\\\, ", "'a''", "- "]

    private static func load(
        _ name: String, _ frames: [Grammar.Frame], _ tokens: [String], _ shapes: [Grammar.Shape] = []
    ) -> Grammar {
        Grammar(name, frames: frames, tokens: tokens, shapes: shapes) {
            return { bytes in
                let source = RuleSource(name: "test.yaml", bytes: Array(bytes))
                let layer = RuleLayer(name: "", sources: [source])
                _ = RuleLint.load(layers: [layer], taxonomy: .documentType)
                _ = RulePackFormatter.layout(source)
            }
        }
    }

    private static func match(_ opening: String, _ closing: String) -> Grammar.Frame {
        Grammar.Frame(head + rule + "    match: { m: { " + opening, closing + " } }\n")
    }

    /// Packs of different rules, each with this matcher.
    private static func packs(_ matcher: @escaping @Sendable (Int) -> String) -> Grammar.Shape {
        Grammar.Shape("rules with \(matcher(0))") { size in
            let rules = (0..<size / 160).map { number in
                rule.replacing("a.b", with: "a.b\(number)") + "    match: { m: { \(matcher(number)) } }\n"
            }
            return Array((head + rules.joined()).utf8)
        }
    }

    /// Lists of different entries.
    private static func list(_ opening: String, _ entry: @escaping @Sendable (Int) -> String) -> Grammar.Shape
    {
        Grammar.Shape("\(opening) \(entry(0))") { size in
            let entries = (0..<size / 12).map(entry).joined(separator: ", ")
            return Array((head + rule + "    match: { m: { \(opening): [\(entries)] } }\n").utf8)
        }
    }

    /// Returns the first example of each rule.
    private static func examples(_ taxonomy: Taxonomy) -> [String] {
        // The compiled form of the rules has no examples.
        let layer = RuleLayer(name: "", sources: BuiltIn.ruleSources(for: taxonomy))
        let result = RuleLint.load(layers: [layer], taxonomy: taxonomy)
        return (result.ruleSet?.rules ?? []).flatMap { rule in rule.examples.prefix(1).map { $0.text + "\n" }
        }
    }

    private static func matching(_ taxonomy: Taxonomy) -> Grammar {
        matching("shipped rules of \(taxonomy.name)", examples(taxonomy)) {
            try BuiltIn.ruleSet(for: taxonomy)
        }
    }

    private static func matching(
        _ name: String, _ tokens: [String], _ rules: @escaping @Sendable () throws -> RuleSet
    ) -> Grammar {
        Grammar(name, tokens: tokens) {
            let matcher = RuleMatcher(try rules())
            let analyzer = try TextAnalyzer()
            var analysis = AnalyzedText()
            return { bytes in
                analyzer.analyze(bytes, into: &analysis)
                matcher.evaluate(analysis)
                for hit in matcher.hits { _ = matcher.evidence(of: hit) }
            }
        }
    }

    static let all =
        [
            load(
                "rule packs", [.init(), .init(head), .init(head + rule + "    match:\n")], yaml,
                [
                    packs { "literal: x\($0)" }, packs { _ in "literal: x" }, packs { "words: [w\($0), v]" },
                    packs { "regex: '\\bx\($0)\\w+'" }, packs { _ in "regex: 'a+b'" },
                    list("words") { "w\($0)" }, list("literal") { "'x\($0)'" },
                    list("phrases") { "a w\($0)" },
                    list("regex") { "'x\($0)+'" },
                ]),
            changes,
            load(
                "conditions of rules",
                [.init(head + rule + "    match: { m: { literal: x } }\n    when: ", "m\n")], conditions),
            load("expressions of rules", [match("regex: \"", "\"")], expressions),
            load(
                "lists of rules",
                [match("words: [", "a]"), match("literal: [", "a]"), match("phrases: [", "a]")], lists),
            matching("shipped rules on tokens of texts", TextGrammars.tokens) { try BuiltIn.ruleSet() },
            Grammar("traces of rules", tokens: TextGrammars.tokens) {
                let tracer = RuleTracer(try BuiltIn.ruleSet()) { .zero }
                let analyzer = try TextAnalyzer()
                var analysis = AnalyzedText()
                return { bytes in
                    analyzer.analyze(bytes, into: &analysis)
                    _ = tracer.trace(analysis, rounds: 1) { _, isConsidered in isConsidered }
                }
            },
        ] + Taxonomy.shipped.map { matching($0) }
}
