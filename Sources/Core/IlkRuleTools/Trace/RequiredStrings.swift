import IlkRules

/// The required strings of expressions. They explain why an expression is not run on a text.
struct RequiredStrings {
    /// The required strings of one expression.
    struct Strings {
        /// Strings with which every match begins.
        var starts: [String] = []
        /// Strings, at least one of which must occur anywhere in the text.
        var others: [String] = []
    }

    /// The required strings by matcher index.
    private(set) var ofMatcher: [Int: Strings] = [:]

    /// Collects the required strings of a program.
    init(_ program: RuleProgram) {
        let strings = program.literals.literals
        for (literal, range) in program.ownersOfLiteral.enumerated() {
            for owner in program.owners[Int(range.lowerBound)..<Int(range.upperBound)] {
                // A lossy conversion is acceptable because the string is only displayed.
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
