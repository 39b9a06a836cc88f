import IlkRules
public import IlkVocabulary

/// The result of one matcher of a rule for one text.
public struct MatcherTrace: Sendable, Hashable {
    /// The result of a matcher.
    public enum Outcome: String, Sendable, Hashable {
        /// The matcher matched.
        case found
        /// The matcher did not match.
        case absent
        /// The expression reached its step limit. The trace contains the matches that were found before.
        /// There may be more matches.
        case stepLimitReached
        /// The expression was not run, because the text lacks a string or a character that every match
        /// requires.
        case filtered
        /// The matcher was not evaluated, because the condition did not depend on it.
        case notEvaluated
    }

    /// The name of the matcher.
    public let name: String
    /// The type of the matcher, for example `regex`.
    public let kind: String
    /// The result of the matcher.
    public let outcome: Outcome
    /// The reason why the expression was not run, or the limit that the expression reached. It is `nil` in
    /// all other cases.
    public let reason: String?
    /// The number of matches. Counting stops at 1,000 matches, or at 16 if the condition does not use the
    /// count.
    public let count: Int
    /// The first matches of the matcher, as byte ranges of the text.
    public let spans: [TextSpan]
    /// The time that was spent on this matcher alone, or `nil` if no time was spent on it. The time does not
    /// include the passes that find the literals and words of all rules.
    public let cost: Duration?
}
