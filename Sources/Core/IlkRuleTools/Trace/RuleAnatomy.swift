import IlkRules

/// What the engine made of one rule.
public struct RuleAnatomy: Sendable, Hashable {
    /// Its matchers, in the order of the file.
    public let matchers: [MatcherAnatomy]
    /// The features of the text that its condition compares, by name, each once.
    public let features: [String]
    /// The comparisons that are looked at before all else, as `wordCount < 12`.
    public let checks: [String]
    /// The rules that its condition names, by id.
    public let dependsOn: [String]
    /// The rules whose conditions name it, by id.
    public let dependents: [String]
    /// Whether its condition is looked at in every text, for it can hold although nothing was found.
    public let isAlwaysTried: Bool
}
