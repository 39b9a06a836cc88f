import IlkRules

/// The strings that the expressions of a rule set require, matcher by matcher: why an expression is not run on a text.
struct RequiredStrings {
    /// The strings of one expression.
    struct Strings {
        /// Every match begins with one of these.
        var starts: [String] = []
        /// One of these must stand somewhere.
        var others: [String] = []
    }

    /// By the place of the matcher.
    private(set) var ofMatcher: [Int: Strings] = [:]

    /// Reads them out of a program.
    init(_ program: RuleProgram) {
        let strings = program.literals.literals
        for (literal, range) in program.ownersOfLiteral.enumerated() {
            for owner in program.owners[Int(range.lowerBound)..<Int(range.upperBound)] {
                // A lossy reading is right here: it is only shown.
                let text = String(decoding: strings.bytes[strings.range(literal)], as: UTF8.self)
                switch owner.role {
                case .start: ofMatcher[Int(owner.matcher), default: Strings()].starts.append(text)
                case .gate: ofMatcher[Int(owner.matcher), default: Strings()].others.append(text)
                case .exact, .folded, .folding: break
                }
            }
        }
    }
}
