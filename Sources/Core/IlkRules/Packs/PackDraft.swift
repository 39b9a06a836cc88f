/// A pack as it was read: shapes and types are right, names and patterns are still to be checked.
struct PackDraft {
    let source: SourceText
    let name: String
    let rules: [RuleDraft]
    /// What an override file changes; a pack has none of these.
    var changes: [ChangeDraft] = []
    /// The exceptions of an override file, as rules of the file: their ids are its name and their number.
    var exceptions: [ExceptionDraft] = []
}

/// What an override file makes of rules.
struct ChangeDraft {
    /// The ids and globs of the rules.
    let rules: [LocatedText]
    /// One weight for a rule's one label.
    var weight: (value: Double, key: LocatedText)?
    /// The weights of all labels, in the taxonomy's order.
    var labels: (weights: [Double], key: LocatedText)?
    var status: (value: RuleStatus, key: LocatedText)?
    let because: String
}

/// Where rules do not fire.
struct ExceptionDraft {
    let rules: [LocatedText]
    let draft: RuleDraft
}

/// A rule as it was read.
package struct RuleDraft {
    package let id: LocatedText
    let says: String
    package var status: RuleStatus
    /// In the taxonomy's order.
    package var weights: [Double]
    package let matchers: [MatcherDraft]
    /// The names of matchers that could not be read.
    let brokenMatchers: [String]
    package let condition: LocatedText?
    let examples: [RuleExample]
    let pack: String
}

/// A matcher as it was read.
package struct MatcherDraft {
    package enum Pattern {
        case regex(LocatedText)
        case words([LocatedText])
        case literals([LocatedText], fold: Bool)
        /// Words in order, with at most `gap` others between one and the next.
        case phrases([LocatedText], gap: Int)
        case scripts(ScriptSet)
        case languages([LanguageCode], confidence: Double)

        /// The key that a pack writes it under.
        var key: String {
            switch self {
            case .regex: "regex"
            case .words: "words"
            case .literals: "literal"
            case .phrases: "phrase"
            case .scripts: "script"
            case .languages: "language"
            }
        }
    }

    package let name: LocatedText
    package let pattern: Pattern
    let place: MatchPlace
    package let near: NearDraft?
}

/// Near what a matcher's places must stand, as it was read.
package struct NearDraft {
    package let matcher: LocatedText
    let limit: Int32
    let unit: NearUnit
}

/// Where in a text a match counts.
package struct MatchPlace: Hashable, Sendable {
    package enum Anchor: String, CaseIterable, Sendable {
        case anywhere
        case start
        case end
        case lineStart = "line-start"

        /// The names that a pack may write.
        static let names = allCases.dropFirst().map(\.rawValue)
    }

    package var anchor = Anchor.anywhere
    /// Only in the first so many lines that are not blank; 0 is all.
    package var lines: Int32 = 0

    /// Whether a match counts wherever it is.
    package var isAnywhere: Bool { anchor == .anywhere && lines == 0 }
}

/// The keys of a pack, mapping by mapping. The schema lists the same; a test holds the two together.
package enum PackKeys {
    package static let pack = ["version", "pack", "taxonomy", "says", "rules"]
    package static let rule = [
        "id", "says", "label", "labels", "weight", "status", "match", "when", "examples",
    ]
    package static let overrides = ["version", "overrides", "taxonomy", "says", "change", "except"]
    package static let change = ["rules", "weight", "labels", "status", "because"]
    package static let exception = ["rules", "says", "match", "when", "examples"]
    static let patterns = ["regex", "words", "phrase", "literal", "script", "language"]
    package static let matcher = patterns + ["fold", "gap", "confidence", "at", "lines", "near"]
    static let near = ["matcher", "words", "lines"]
    package static let examples = RuleExample.Kind.allCases.map(\.rawValue)
}
