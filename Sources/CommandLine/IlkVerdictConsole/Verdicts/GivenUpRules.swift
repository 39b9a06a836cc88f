import IlkConsole
import IlkRuleTools
package import IlkRules
package import IlkText
package import IlkVocabulary

/// Finds which rules gave up on a text, and which of their expressions came to which limit.
package struct GivenUpRules {
    private let rules: RuleSet?
    private let tracer: RuleTracer?

    package init(_ rules: RuleSet?) {
        self.rules = rules
        // What the rules cost is not told here.
        tracer = rules.map { RuleTracer($0) { .zero } }
    }

    /// A line for each rule that gave up: `email.slow gave up: a: it went back too often`; none where the verdict does
    /// not say that any did.
    package func told(_ verdict: Verdict, _ analysis: AnalyzedText) -> [String] {
        guard verdict.flags.contains(.gaveUp), let rules, let tracer else { return [] }
        return tracer.trace(analysis) { _, isConsidered in isConsidered }.rules
            .filter { $0.outcome == .gaveUp }
            .map { trace in
                let reasons = trace.matchers.filter { $0.outcome == .gaveUp }
                    .map { matcher in matcher.reason.map { "\(matcher.name): \($0)" } ?? matcher.name }
                let why = reasons.isEmpty ? "what it asks did" : reasons.joined(separator: "; ")
                return VisibleText.oneLine("\(rules.rules[trace.rule].id) gave up: \(why)")
            }
    }
}
