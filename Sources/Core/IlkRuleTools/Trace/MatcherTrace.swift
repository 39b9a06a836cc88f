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
        /// The expression reached its step limit. Earlier matches are included, and there may be more.
        case stepLimitReached
        /// The expression was not run, because the text lacks something that every match requires.
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
    /// The reason why the expression was not run, or the limit that it reached. `nil` otherwise.
    public let reason: String?
    /// The number of matches, up to the limit of counts.
    public let count: Int
    /// The first matches, as byte ranges of the text.
    public let spans: [TextSpan]
    /// The time of the matcher's own work besides the passes over the text, or `nil` if it had none.
    public let cost: Duration?
}
