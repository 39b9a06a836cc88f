/// The result of compiling layers of rule packs, with everything that later checks need.
package struct RuleCompilation {
    /// A rule or an exception as written, and the indexes of its parts.
    package struct Rule {
        package let draft: RuleDraft
        package let source: SourceText
        /// The root clause of its condition, without exceptions, or `nil` if the condition is invalid.
        package let root: Int32?
        /// The indexes of its matchers, by name.
        package let matchers: [String: Int32]
        /// `true` if override files add exceptions to the rule.
        package let hasExceptions: Bool
    }

    /// The rule set; `nil` if any of ``diagnostics`` is an error.
    package let ruleSet: RuleSet?
    /// The problems found so far.
    package let diagnostics: DiagnosticList
    /// The rules sorted by id, then the exceptions.
    package let rules: [Rule]
    /// The number of exceptions in ``rules``.
    package let exceptionCount: Int
    /// The matchers of all rules by index. `nil` for matchers with an error.
    package let matchers: [MatcherCompiler.Result?]
    /// The clauses of all conditions. A clause contains only earlier clauses.
    package let nodes: [ConditionNode]
    /// The indexes of child clauses. ``ConditionNode/children`` is a range of these.
    package let parts: [Int32]
}
