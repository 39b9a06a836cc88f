import IlkRuleTools
import IlkRules
import IlkVocabulary

/// What a rule set did with one text, in JSON. Times are in microseconds.
struct TraceRow: Encodable {
    private struct Passes: Encodable {
        var literals: Double
        var words: Double
        var conditions: Double
    }

    private var ruleCount: Int
    private var considered: Int
    private var holding: Int
    private var gaveUp: Int
    private var microseconds: Passes
    private var rules: [RuleTraceRow]

    init(_ trace: TextTrace, _ ruleSet: RuleSet) {
        ruleCount = ruleSet.rules.count
        considered = trace.considered
        holding = trace.holding
        gaveUp = trace.gaveUp
        microseconds = Passes(
            literals: trace.literalPass.microseconds, words: trace.wordPass.microseconds,
            conditions: trace.conditions.microseconds)
        rules = trace.rules.map { RuleTraceRow($0, ruleSet) }
    }
}

/// What one rule did with a text, in JSON.
struct RuleTraceRow: Encodable {
    private struct Matcher: Encodable {
        var name: String
        var kind: String
        var outcome: String
        var reason: String?
        var count: Int
        var spans: [TextSpan]
        var microseconds: Double?
    }

    private var rule: String
    private var file: String
    private var line: Int
    private var outcome: String
    private var passedOver: String?
    private var condition: String?
    private var clauses: [ClauseRow]
    private var decisive: [String]
    private var matchers: [Matcher]
    private var microseconds: Double?

    init(_ trace: RuleTrace, _ ruleSet: RuleSet) {
        let rule = ruleSet.rules[trace.rule]
        self.rule = rule.id
        file = rule.file
        line = rule.line
        outcome = trace.outcome.rawValue
        passedOver = trace.passedOver
        condition = rule.condition
        clauses = trace.clauses.map(ClauseRow.init)
        decisive = trace.decisive.map(\.text)
        matchers = trace.matchers.map {
            Matcher(
                name: $0.name, kind: $0.kind, outcome: $0.outcome.rawValue, reason: $0.reason,
                count: $0.count,
                spans: $0.spans, microseconds: $0.cost?.microseconds)
        }
        microseconds = trace.cost?.microseconds
    }
}

extension Duration {
    /// In microseconds, to the thousandth.
    var microseconds: Double { (self / .nanoseconds(1)).rounded() / 1_000 }
}
