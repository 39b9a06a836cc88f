/// The result of loading rule files: all problems, and the rule set if no problem is an error.
public struct RuleLoadResult: Sendable {
    /// The rule set, or `nil` if any problem is an error.
    public let ruleSet: RuleSet?
    /// The problems in all files, ordered by file, line and column.
    public let diagnostics: [RuleDiagnostic]

    package init(ruleSet: RuleSet?, diagnostics: [RuleDiagnostic]) {
        self.ruleSet = ruleSet
        self.diagnostics = diagnostics
    }

    /// `true` if any problem is an error.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
