import IlkRules

/// What the engine made of one matcher.
public struct MatcherAnatomy: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// What kind of matcher it is, as `regex`.
    public let kind: String
    /// The expression as it is run; nil for other kinds.
    public let expression: String?
    /// The strings that every match begins with one of: it is tried where one stands, and nowhere else. Lower case.
    public let starts: [String]
    /// The strings of which one must stand somewhere in the text. Lower case.
    public let others: [String]
    /// How many sets of characters there are that each must have a member in the text.
    public let characterSets: Int
    /// Whether ICU runs its expression, which takes longer: only ICU knows back references and the like.
    public let isRunByICU: Bool
    /// Whether it is looked for in every text, for it requires no string.
    public let isAlwaysLookedFor: Bool
}
