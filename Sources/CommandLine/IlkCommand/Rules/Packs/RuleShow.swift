import IlkConsole
import IlkRuleTools
import IlkRules
import IlkVocabulary

/// Tells what rules there are, and what each is made of.
struct RuleShow {
    /// Which rules; empty for all.
    var globs: [RuleGlob]
    /// Whether whole rules are told and not a line each.
    var isFull: Bool
    /// How.
    var format: OutputFormat
    /// Where.
    var console: Console

    /// Tells.
    ///
    /// - Throws: `badConfiguration` with all problems when the packs do not compile; `usage` when no rule is meant.
    func run(_ packs: PackSources) throws {
        let ruleSet = try packs.ruleSet(telling: console, otherwise: "nothing is shown")
        try globs.check(among: ruleSet.rules.map(\.id))
        let wanted = ruleSet.rules.indices.filter { globs.isEmpty || globs.admit(ruleSet.rules[$0].id) }
        let isWhole = isFull || !globs.isEmpty && globs.allSatisfy { !$0.isPattern }
        let anatomies = ruleSet.anatomies()
        let rows = wanted.map { RuleRow(ruleSet.rules[$0], anatomies[$0], ruleSet.taxonomy) }
        switch format {
        case .json: try console.write(json: rows)
        case .ndjson: for row in rows { try console.write(json: row, isPretty: false) }
        case .text:
            let text = RuleShowText(
                taxonomy: ruleSet.taxonomy, isCompiled: packs.compiled != nil, console: console)
            if isWhole {
                let sources = Dictionary(packs.sources.map { ($0.name, $0) }) { first, _ in first }
                let parts = wanted.map { index in
                    let rule = ruleSet.rules[index]
                    let lines = sources[rule.file].flatMap {
                        RulePackLayout.lines(ofRule: rule.id, in: $0, width: text.packColumns)
                    }
                    return text.whole(rule, anatomies[index], lines: lines)
                }
                console.output.append(parts.joined(separator: "\n"))
            } else {
                console.output.append(text.list(wanted.map { ruleSet.rules[$0] }))
            }
        }
        try console.output.flush()
    }
}

/// A rule and what the engine made of it, in JSON.
struct RuleRow: Encodable {
    private struct Matcher: Encodable {
        var name: String
        var kind: String
        var expression: String?
        var starts: [String]
        var others: [String]
        var characterSets: Int
        var hasAutomaton: Bool
        var isAlwaysLookedFor: Bool
    }

    private var id: String
    private var says: String
    private var status: String
    private var changes: [String]
    private var weights: [String: Double]
    private var condition: String?
    private var matchers: [Matcher]
    private var features: [String]
    private var checks: [String]
    private var dependsOn: [String]
    private var dependents: [String]
    private var isAlwaysTried: Bool
    private var examples: [String: Int]
    private var pack: String
    private var file: String
    private var line: Int

    init(_ rule: Rule, _ anatomy: RuleAnatomy, _ taxonomy: Taxonomy) {
        id = rule.id
        says = rule.says
        status = rule.status.rawValue
        changes = rule.changes.map { RuleChangePhrase.said($0, taxonomy) }
        weights = Dictionary(rule.labels(in: taxonomy).map { ($0.category.rawValue, $0.weight) }) {
            first, _ in first
        }
        condition = rule.condition
        matchers = anatomy.matchers.map {
            Matcher(
                name: $0.name, kind: $0.kind, expression: $0.expression, starts: $0.starts, others: $0.others,
                characterSets: $0.characterSets, hasAutomaton: $0.hasAutomaton,
                isAlwaysLookedFor: $0.isAlwaysLookedFor)
        }
        features = anatomy.features
        checks = anatomy.checks
        dependsOn = anatomy.dependsOn
        dependents = anatomy.dependents
        isAlwaysTried = anatomy.isAlwaysTried
        examples = Dictionary(rule.examples.map { ($0.kind.rawValue, 1) }, uniquingKeysWith: +)
        pack = rule.pack
        file = rule.file
        line = rule.line
    }
}
