import IlkRules
public import IlkVocabulary

/// What one matcher of a rule did with one text.
public struct MatcherTrace: Sendable, Hashable {
    /// What came of it.
    public enum Outcome: String, Sendable, Hashable {
        /// It was found.
        case found
        /// It was looked for, and is nowhere.
        case absent
        /// Its expression came to a limit: what was found before is told, what else there is is not known.
        case gaveUp
        /// Its expression was not run, for the text lacks what every match has.
        case spared
        /// Nobody asked: the condition came out without it.
        case unasked
    }

    /// Its name.
    public let name: String
    /// What kind of matcher it is, as `regex`.
    public let kind: String
    /// What came of it.
    public let outcome: Outcome
    /// Why it was spared, or which limit it came to; nil when the outcome says it all.
    public let reason: String?
    /// How many places there are: all that count, up to the limit.
    public let count: Int
    /// The first places, in bytes of the text.
    public let spans: [TextSpan]
    /// How long finding it took beyond the passes over the text; nil when nothing was to be done.
    public let cost: Duration?
}
