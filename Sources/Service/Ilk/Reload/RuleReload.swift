public import IlkRuleTools
public import IlkRules

/// What came of loading the rules anew.
public struct RuleReload: Sendable {
    /// What became of the rules that were active.
    public let outcome: ReloadOutcome
    /// The digest of the rules that were active before; nil when there were none.
    public let before: String?
    /// The digest of the rules that are active now.
    public let after: String?
    /// How many rules are active now.
    public let ruleCount: Int
    /// What is wrong with the new rules; with some warnings they are taken all the same.
    public let diagnostics: [RuleDiagnostic]
    /// The examples that failed.
    public let failures: [RuleTestResult]
    /// What else is wrong, as that a file cannot be read, in one line; nil for nothing.
    public let reason: String?

    /// What happened, for people: one line, and with a refusal the lines that say why. Quotes rule files only.
    public var description: String {
        switch outcome {
        case .unchanged: return "the rules are as they were\(ReloadOutcome.mark(of: after))"
        case .replaced:
            return
                "\(ruleCount) \(ruleCount == 1 ? "rule" : "rules") in use now\(ReloadOutcome.mark(of: after))"
        case .refused:
            let errors = diagnostics.filter { $0.severity == .error }.map(\.description)
            let failed = failures.map {
                "\($0.file):\($0.example.line):\($0.example.column): "
                    + "the rule '\($0.ruleID)' fails its example (\($0.example.kind.rawValue)): \($0.whatHappened)"
            }
            let lines = (reason.map { [$0] } ?? []) + errors + failed
            return (["the new rules are not used, the old ones stay\(ReloadOutcome.mark(of: after))"] + lines)
                .joined(separator: "\n")
        }
    }
}
