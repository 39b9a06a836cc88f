/// What came of reading rule files: a rule set unless there was an error, and every problem that was found.
public struct RuleLoadResult: Sendable {
    /// The rules, ready to run; nil when any problem is an error.
    public let ruleSet: RuleSet?
    /// All problems of all files, ordered by file, line and column.
    public let diagnostics: [RuleDiagnostic]

    /// A result of these parts.
    public init(ruleSet: RuleSet?, diagnostics: [RuleDiagnostic]) {
        self.ruleSet = ruleSet
        self.diagnostics = diagnostics
    }

    /// Whether any problem is an error.
    public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}
