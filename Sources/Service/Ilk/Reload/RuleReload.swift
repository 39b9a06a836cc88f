public import IlkRuleTools
public import IlkRules

/// The result of reloading rules.
public struct RuleReload: Sendable {
    /// The outcome of the reload.
    public let outcome: ReloadOutcome
    /// The digest of the rules that were active before the reload, or `nil` if there were none.
    public let before: String?
    /// The digest of the rules that are active after the reload, or `nil` if there are none.
    public let after: String?
    /// The number of rules that are active after the reload.
    public let ruleCount: Int
    /// The diagnostics for the new rules. Rules with warnings can still become active.
    public let diagnostics: [RuleDiagnostic]
    /// The warnings about expressions of the active rules that can reach the step limit.
    let warnings: [RuleDiagnostic]
    /// The failed examples.
    public let failures: [RuleTestResult]
    /// Any other error in one line, such as an unreadable file. `nil` if there is none.
    public let reason: String?

    /// The message for the user. After the first line, it lists the errors of refused rules, or the
    /// expressions of active rules that can reach the step limit. The message quotes only rule files.
    public var description: String {
        switch outcome {
        case .unchanged: return "rules unchanged\(ReloadOutcome.mark(of: after))"
        case .replaced:
            let count = "\(ruleCount) \(ruleCount == 1 ? "rule" : "rules") active"
            return ([count + ReloadOutcome.mark(of: after)] + warnings.map(\.description))
                .joined(separator: "\n")
        case .refused:
            let errors = diagnostics.filter { $0.severity == .error }.map(\.description)
            let failed = failures.map {
                "error: \($0.file):\($0.example.line):\($0.example.column): "
                    + "the rule '\($0.ruleID)' fails its example (\($0.example.kind.rawValue)): \($0.explanation)"
            }
            let lines = (reason.map { [$0] } ?? []) + errors + failed
            return
                (["the new rules were refused; the old rules stay active\(ReloadOutcome.mark(of: after))"]
                + lines)
                .joined(separator: "\n")
        }
    }
}
