public import IlkVocabulary

/// A validated and compiled set of rules. It is immutable and can be shared by any number of threads, each
/// with its own ``RuleMatcher``.
public struct RuleSet: Sendable {
    /// The taxonomy of the rules.
    public let taxonomy: Taxonomy
    /// The rules, sorted by id. ``RuleHit/rule`` is an index in this array.
    public let rules: [Rule]
    /// The exceptions from override files, in the order of the layers and files.
    public let exceptions: [RuleException]
    /// The SHA-256 of the rule set in lowercase hexadecimal. It depends on the contents of the files and the
    /// order of the layers, but not on the names and the order of the files in a layer.
    public let digest: String

    package let program: RuleProgram

    /// The warnings about expressions that can reach the step limit (`R022`), by file and line. Lint finds
    /// them when it loads rule files, and the cache of rules keeps them; rules from a compiled file have none.
    public package(set) var warnings: [RuleDiagnostic] = []

    /// The label set's setting for ``decidesUnfamiliar``, or `nil` if the label set has none.
    var choiceForUnfamiliar: Bool?

    /// `true` if the rules decide alone on a text that is unfamiliar to a model. The default is
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
