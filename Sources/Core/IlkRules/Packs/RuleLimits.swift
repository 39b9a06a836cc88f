/// Limits on the size of rule files and on the work of a rule. A file that exceeds a limit is rejected. An
/// evaluation that exceeds a limit is stopped. Both are reported.
package enum RuleLimits {
    /// The maximum size of a file in bytes.
    static let fileBytes = 16 << 20
    /// The maximum number of commas, colons and dashes in a file that may separate entries. A file has at
    /// least one such character for each entry. Handwritten rules have about one for every twenty bytes.
    static let marks = 1_000_000
    /// The maximum nesting of lists and mappings. A pack needs six levels.
    static let depth = 32
    /// The maximum number of aliases in a file.
    static let aliases = 10
    /// The maximum length of a pattern in bytes.
    static let patternBytes = 8_192
    /// The maximum number of steps of one pattern per text after its results are first stored. These steps take
    /// about 20 ms.
    package static let patternSteps = 4_000_000
    /// The maximum length of a condition in bytes.
    static let conditionBytes = 8_192
    /// The maximum nesting of a condition.
    static let conditionDepth = 64
    /// The maximum number of rules of which each refers to the next one. Conditions are evaluated recursively.
    static let ruleChain = 64
    /// The maximum absolute weight in natural-log odds. e²⁰ is about 500 million to 1.
    static let weight = 20.0
    /// The maximum length of an id or name in bytes.
    static let nameBytes = 80
    /// The maximum `gap` (the number of other words between two words of a phrase), and the maximum distance
    /// of `near` in words or lines.
    static let gap = 1_000
    static let distance = 10_000
    /// The maximum number of matches of one matcher per text. Counts stop at this number.
    package static let spans = 1_000
    /// The maximum number of evidence spans of one matcher each time a rule matches.
    package static let evidenceSpans = 16
}
