/// A parsed rule pack. Structure and types are valid, but names and patterns are not checked yet.
struct PackDraft {
    let source: SourceText
    let name: String
    let rules: [RuleDraft]
    /// The changes of an override file. Empty for a pack.
    var changes: [ChangeDraft] = []
    /// The exceptions of an override file, as rules whose ids consist of the name of the file and a number.
    var exceptions: [ExceptionDraft] = []
}

/// A change of rules by an override file.
struct ChangeDraft {
    /// The ids and globs of the rules.
    let rules: [LocatedText]
    /// A single weight, for the label of the rule.
    var weight: (value: Double, key: LocatedText)?
    /// The weights of all labels in taxonomy order.
    var labels: (weights: [Double], key: LocatedText)?
    var status: (value: RuleStatus, key: LocatedText)?
    let reason: String
}

/// A parsed exception and the rules that it applies to.
struct ExceptionDraft {
    let rules: [LocatedText]
    let draft: RuleDraft
}

package struct RuleDraft {
    package let id: LocatedText
    let says: String
    package var status: RuleStatus
    /// The weight of each label, in taxonomy order.
    package var weights: [Double]
    package let matchers: [MatcherDraft]
    /// The names of matchers with errors.
    let brokenMatchers: [String]
    package let condition: LocatedText?
    let examples: [RuleExample]
    let pack: String
}

package struct MatcherDraft {
    package enum Pattern {
        case regex(LocatedText)
        case words([LocatedText])
        case literals([LocatedText], fold: Bool)
        /// Words in order, with at most `gap` other words between two of them.
        case phrases([LocatedText], gap: Int)
        case scripts(ScriptSet)
        case languages([LanguageCode], confidence: Double)

        /// The key of the pattern in a rule pack.
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
    let place: MatchPosition
    package let near: NearDraft?
}

package struct NearDraft {
    package let matcher: LocatedText
    let limit: Int32
    let unit: NearUnit
}

/// The allowed positions of a match in a text.
package struct MatchPosition: Hashable, Sendable {
    package enum Anchor: String, CaseIterable, Sendable {
        case anywhere
        case start
        case end
        case lineStart = "line-start"

        /// The names that are allowed in a rule pack.
        static let names = allCases.dropFirst().map(\.rawValue)
    }

    package var anchor = Anchor.anywhere
    /// The number of nonblank lines at the start of the text. A match must be within these lines. 0 allows
    /// all lines.
    package var lines: Int32 = 0

    /// `true` if every position is allowed.
    package var isAnywhere: Bool { anchor == .anywhere && lines == 0 }
}

/// The allowed keys of each mapping in rule packs and override files. A test compares the keys with the
/// schemas.
package enum PackKeys {
    package static let pack = ["version", "pack", "taxonomy", "description", "rules"]
    package static let rule = [
        "id", "description", "label", "labels", "weight", "status", "match", "when", "examples",
    ]
    package static let overrides = ["version", "overrides", "taxonomy", "description", "change", "except"]
    package static let change = ["rules", "weight", "labels", "status", "reason"]
    package static let exception = ["rules", "description", "match", "when", "examples"]
    static let patterns = ["regex", "words", "phrase", "literal", "script", "language"]
    package static let matcher = patterns + ["fold", "gap", "confidence", "at", "lines", "near"]
    static let near = ["matcher", "words", "lines"]
    package static let examples = RuleExample.Kind.allCases.map(\.rawValue)

    /// The current name of each renamed key, by its former name.
    package static let renamed = [
        "says": "description", "because": "reason", "known_miss": RuleExample.Kind.knownMiss.rawValue,
        "known_false": RuleExample.Kind.knownFalse.rawValue,
    ]
}
