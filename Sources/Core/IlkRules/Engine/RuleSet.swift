public import IlkVocabulary

/// A validated and compiled set of rules. A rule set is immutable. Any number of threads can share it if each
/// thread uses a separate ``RuleMatcher``.
public struct RuleSet: Sendable {
    /// The taxonomy of the rules.
    public let taxonomy: Taxonomy
    /// The rules, sorted by id. ``RuleHit/rule`` is an index in this array.
    public let rules: [Rule]
    /// The exceptions from override files, in the order of the layers and files.
    public let exceptions: [RuleException]
    /// The SHA-256 digest of the rule set in lowercase hexadecimal. The digest depends on the contents of the
    /// files and the order of the layers. It does not depend on the names of the files or their order in a
    /// layer.
    public let digest: String

    package let program: RuleProgram

    /// The warnings about expressions that can reach the step limit (`R022`), by file and line. Lint finds
    /// these warnings when it loads rule files, and the cache of rules keeps them. Rules from a compiled file
    /// have no warnings.
    public package(set) var warnings: [RuleDiagnostic] = []

    /// The label set's setting for ``decidesUnfamiliar``, or `nil` if the label set has none.
    var choiceForUnfamiliar: Bool?

    /// `true` if a text that is unfamiliar to the model is classified by the rules alone. The default is
    /// ``Taxonomy/usesRulesForUnfamiliar``.
    public var decidesUnfamiliar: Bool {
        get { choiceForUnfamiliar ?? taxonomy.usesRulesForUnfamiliar }
        set { choiceForUnfamiliar = newValue }
    }

    /// Returns the index of a rule in ``rules``, or `nil` if there is no such rule.
    ///
    /// - Parameter id: The id of the rule.
    /// - Complexity: O(log *n*) in the number of rules.
    public func index(ofRule id: String) -> Int? {
        let place = rules.indices.partition { rules[$0].id < id }
        return place < rules.count && rules[place].id == id ? place : nil
    }

    /// Returns the id, the condition and the first line of a rule or an exception. The indexes of the
    /// exceptions follow the indexes of the rules.
    package func identity(ofRule index: Int) -> (id: String, condition: String?, line: Int) {
        guard index < rules.count else {
            let exception = exceptions[index - rules.count]
            return (exception.id, exception.condition, exception.line)
        }
        return (rules[index].id, rules[index].condition, rules[index].line)
    }
}
