import IlkRules

/// What a rule set did with one text.
public struct TextTrace: Sendable, Hashable {
    /// The rules that were asked for, in the order of the rule set.
    public let rules: [RuleTrace]
    /// How many rules were looked at, for something that they wait for was found or they wait for nothing.
    public let considered: Int
    /// How many rules hold.
    public let holding: Int
    /// Of how many rules it is not known.
    public let gaveUp: Int
    /// How long the pass over the text took that finds all literals.
    public let literalPass: Duration
    /// How long the pass over the words took.
    public let wordPass: Duration
    /// How long all conditions took, with the matchers that they asked.
    public let conditions: Duration
}
