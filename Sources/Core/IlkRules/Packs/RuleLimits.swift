/// How much of a rule file is read, and how much work a rule may make. What is beyond is refused or given up, and
/// said to be.
package enum RuleLimits {
    /// The largest file, in bytes.
    static let fileBytes = 16 << 20
    /// How many marks of entries a file may have: commas, colons and dashes that could begin or end one. A file has more
    /// of them than it has entries; rules that people write have one in about twenty bytes.
    static let marks = 1_000_000
    /// How deep lists and mappings may be nested. A pack needs six.
    static let depth = 32
    /// How many aliases a file may have.
    static let aliases = 10
    /// The longest pattern, in bytes.
    static let patternBytes = 8_192
    /// The longest condition, in bytes.
    static let conditionBytes = 8_192
    /// How deep a condition may be nested.
    static let conditionDepth = 64
    /// The largest weight, natural-log odds: odds of 1 to 500 million.
    static let weight = 20.0
    /// The longest id or name, in bytes.
    static let nameBytes = 80
    /// How many other words may stand between two of a phrase, and how far off "near" may be.
    static let gap = 1_000
    static let distance = 10_000
    /// How many places of one matcher are kept in one text; its count stops there.
    package static let spans = 1_000
    /// How many places of one matcher a hit shows.
    package static let evidenceSpans = 16
    /// How much work an expression may do on a text of so many bytes: some milliseconds on a current machine, less than ten.
    ///
    /// It grows with the text, so that an expression that reads each character once or twice comes to an end, up to one
    /// mebibyte. It is counted, not timed: the same expression gives up on the same texts everywhere.
    static func regexWork(onBytes count: Int) -> RegexWork {
        let bytes = min(count, 1 << 20)
        return RegexWork(steps: 6 + bytes / 65_536, reads: 8_192 + bytes / 32)
    }
    /// How many bytes of back-tracking stack an expression may use.
    static let regexStack: Int32 = 1 << 20
}
