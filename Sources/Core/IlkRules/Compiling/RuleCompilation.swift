/// The result of compiling layers of rule packs: the rule set, the problems, and the compiled parts that
/// later checks use.
package struct RuleCompilation {
    /// A rule or an exception as written in its file, with the indexes of its compiled parts.
    package struct Rule {
        package let draft: RuleDraft
        package let source: SourceText
        /// The index of the root clause of the rule's condition, or `nil` if the condition is invalid. The
        /// clause does not include exceptions.
        package let root: Int32?
        /// The indexes of the rule's matchers, by name of the matcher.
        package let matchers: [String: Int32]
        /// `true` if override files add exceptions to the rule.
        package let hasExceptions: Bool
    }

    /// The rule set; `nil` if any of ``diagnostics`` is an error.
    package let ruleSet: RuleSet?
    /// The problems found so far.
    package let diagnostics: DiagnosticList
    /// The rules in the order of their ids, followed by the exceptions.
    package let rules: [Rule]
    /// The number of exceptions in ``rules``.
    package let exceptionCount: Int
    /// The matchers of all rules by index. An element is `nil` if the matcher has an error.
    package let matchers: [MatcherCompiler.Result?]
    /// The clauses of all conditions. The children of a clause precede the clause.
    package let nodes: [ConditionNode]
    /// The indexes of the child clauses of all clauses. ``ConditionNode/children`` is a range of this array.
    package let parts: [Int32]
}
