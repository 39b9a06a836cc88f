import IlkConsole
import IlkRuleTools
package import IlkRules
package import IlkText
package import IlkVocabulary

/// Finds the rules that reached the step limit on a text, and reports the limit of each of their expressions.
package struct RuleLimitReport {
    private let rules: RuleSet?
    private let tracer: RuleTracer?

    package init(_ rules: RuleSet?) {
        self.rules = rules
        // The tracer's timings are not used here.
        tracer = rules.map { RuleTracer($0) { .zero } }
    }

    /// Returns a line for each rule that reached a limit, such as `email.slow reached a step limit: a: it
    /// took too many steps`. The result is empty if the verdict is not flagged for a step limit.
    package func remarks(_ verdict: Verdict, _ analysis: AnalyzedText) -> [String] {
        guard verdict.flags.contains(.stepLimitReached), let rules, let tracer else { return [] }
        return tracer.trace(analysis) { _, isConsidered in isConsidered }.rules
            .filter { $0.outcome == .stepLimitReached }
            .map { trace in
                let reasons = trace.matchers.filter { $0.outcome == .stepLimitReached }
                    .map { matcher in matcher.reason.map { "\(matcher.name): \($0)" } ?? matcher.name }
                let why = reasons.isEmpty ? "in a rule that it refers to" : reasons.joined(separator: "; ")
                return VisibleText.oneLine("\(rules.rules[trace.rule].id) reached a step limit: \(why)")
            }
    }
}
