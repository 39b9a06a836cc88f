/// The compiled form of a rule set that the engine runs. It is immutable.
package final class RuleProgram: Sendable {
    package let matchers: ProgramTable<CompiledMatcher>
    package let matcherNames: [String]
    package let regexes: [RegexPattern]
    package let literals: LiteralIndex
    /// The matchers that use each literal, as a range of ``owners`` for each literal.
    package let ownersOfLiteral: ProgramTable<Range<Int32>>
    package let owners: ProgramTable<LiteralUse>
    /// The original bytes of case-sensitive literals.
    package let exactBytes: ProgramTable<UInt8>
    package let words: WordIndex
    /// The script and language requirements of matchers, and the language codes that they use.
    package let traits: [TextRequirement]
    package let languages: [LanguageCode]
    /// The `near` requirements of matchers.
    package let nearness: [NearRequirement]
    /// The sets of characters that expressions require.
    package let requiredCharacters: ProgramTable<ByteClass>
    /// The matchers whose expressions are case-insensitive and require literals.
    package let gatedFoldingMatchers: [Int32]
    package let nodes: ProgramTable<ConditionNode>
    package let parts: ProgramTable<Int32>
    package let rules: ProgramTable<CompiledRule>
    /// One bit per rule: the rules that can match even if none of their literals and words is in the text.
    let alwaysRules: ProgramTable<UInt64>
    /// The number of exceptions. The exceptions are the last elements of ``rules``. Conditions refer to
    /// exceptions, but exceptions never produce hits.
    let exceptionCount: Int
    /// The rules that can produce hits, as one bit per rule.
    package let firingRules: ProgramTable<UInt64>
    /// The comparisons that must be true for a rule to match, grouped by rule.
    package let checks: ProgramTable<FeatureCheck>

    init(
        matchers: [CompiledMatcher], matcherNames: [String], regexes: [RegexPattern],
        requiredCharacters: [ByteClass], literals: LiteralProgram,
        words: WordIndex, traits: [TextRequirement], languages: [LanguageCode], nearness: [NearRequirement],
        nodes: [ConditionNode], parts: [Int32], rules: [CompiledRule], checks: [FeatureCheck],
        exceptionCount: Int
    ) {
        self.matchers = ProgramTable(matchers)
        self.matcherNames = matcherNames
        self.regexes = regexes
        self.requiredCharacters = ProgramTable(requiredCharacters)
        self.checks = ProgramTable(checks)
        self.literals = literals.index
        ownersOfLiteral = ProgramTable(literals.ownersOfLiteral)
        owners = ProgramTable(literals.owners)
        exactBytes = ProgramTable(literals.exactBytes)
        gatedFoldingMatchers = literals.gatedFoldingMatchers
        self.words = words
        self.traits = traits
        self.languages = languages
        self.nearness = nearness
        self.nodes = ProgramTable(nodes)
        self.parts = ProgramTable(parts)
        self.rules = ProgramTable(rules)
        var always = [UInt64](repeating: 0, count: (rules.count + 63) / 64)
        for (index, rule) in rules.enumerated() where rule.isAlwaysTried {
            always[index >> 6] |= 1 << UInt64(index & 63)
        }
        alwaysRules = ProgramTable(always)
        self.exceptionCount = exceptionCount
        var firing = always.map { _ in UInt64.max }
        for index in rules.indices.suffix(exceptionCount) { firing[index >> 6] &= ~(1 << UInt64(index & 63)) }
        firingRules = ProgramTable(firing)
    }

    /// `true` if the necessary comparisons of a rule are true. They are a cheap filter before the
    /// condition is evaluated.
    ///
    /// - Parameters:
    ///   - rule: The index of the rule.
    ///   - features: The features of the text.
    ///   - failed: The check that failed last, counted from the rule's first check. The function tries this
    ///     check first, because consecutive texts are often alike. If another check fails, the function
    ///     stores the index of that check here.
    @inline(__always)
    func passesChecks(_ rule: Int, _ features: UnsafeBufferPointer<Double>, failed: inout Int32) -> Bool {
        let range = rules.pointer(to: rule).pointee.checks
        guard !range.isEmpty else { return true }
        guard passes(Int(range.lowerBound &+ failed), features) else { return false }
        for index in Int(range.lowerBound)..<Int(range.upperBound) where !passes(index, features) {
            failed = Int32(truncatingIfNeeded: index) &- range.lowerBound
            return false
        }
        return true
    }

    /// Returns `true` if the necessary comparisons of a rule are true for a text. The index of a failed check
    /// is not stored.
    package func passesChecks(_ rule: Int, _ features: UnsafeBufferPointer<Double>) -> Bool {
        var failed: Int32 = 0
        return passesChecks(rule, features, failed: &failed)
    }

    @inline(__always)
    private func passes(_ check: Int, _ features: UnsafeBufferPointer<Double>) -> Bool {
        let check = checks[check]
        return check.comparison.isTrue(features[Int(check.feature)], check.value)
    }
}

package struct CompiledMatcher: Sendable {
    package enum Kind: UInt8, Sendable {
        case literal
        case words
        case regex
        /// The matcher finds words in a given order, with other words between them.
        case phrase
        /// The matcher finds words of a script.
        case script
        /// The matcher matches the whole text if the text is in a given language.
        case language
    }

    package var kind = Kind.literal
    package var place = MatchPosition()
    package let rule: Int32
    /// The index in ``RuleProgram/regexes``, or -1.
    package var regex: Int32 = -1
    /// `true` if the matcher can match only texts that contain one of its literals or words.
    package var isGated = true
    /// The sets of characters that the matcher's expression requires, as a range of
    /// ``RuleProgram/requiredCharacters``.
    package var requiredCharacters: Range<Int32> = 0..<0
    package var ignoresCase = false
    /// The number of matches after which the search ends. It is larger if a condition counts the matches.
    package var spanLimit = Int32(RuleLimits.spans)
    /// `true` if the matcher's expression is tried only where one of its start literals occurs.
    package var hasStartLiterals = false
    /// `true` if the text must also contain a literal other than the start literals.
    package var needsGate = false
    /// `true` if the findings of the matcher can overlap. Such findings must be sorted and filtered.
    package var canOverlap = false
    /// The index in ``RuleProgram/traits``, or -1.
    package var trait: Int32 = -1
    /// The index in ``RuleProgram/nearness``, or -1.
    package var near: Int32 = -1

    /// The relative cost of finding the matches.
    var cost: Int {
        switch kind {
        case .literal, .words, .phrase, .language: 1
        case .script: 10
        case .regex: isGated ? 20 : 100
        }
    }

    /// `true` if the literal pass or the word pass finds the matches without further checks.
    var isFoundByPasses: Bool {
        switch kind {
        case .literal, .words, .phrase: near < 0
        case .regex, .script, .language: false
        }
    }
}

/// The script or language requirement of a matcher.
package struct TextRequirement: Sendable {
    package var scripts = ScriptSet()
    /// The minimum confidence of the language detection, 0 to 1.
    package var confidence = 0.0
    /// The language codes, as a range of ``RuleProgram/languages``.
    package var languages: Range<Int32> = 0..<0
}

/// The requirement that each match of a matcher is near a match of another matcher.
package struct NearRequirement: Sendable {
    /// The other matcher.
    package let matcher: Int32
    /// The maximum number of words or line breaks between the two matches.
    package let limit: Int32
    package let unit: NearUnit
}

/// The use of a literal by a matcher.
package struct LiteralUse: Sendable {
    package enum Role: UInt8, Sendable {
        /// The matcher matches if the bytes are equal including case.
        case exact
        /// The matcher matches if the bytes are equal, ignoring case.
        case folded
        /// The literal is required by the matcher's expression. If the literal occurs, the expression must be
        /// run.
        case gate
        /// A match of the matcher's expression may begin here. No match begins elsewhere.
        case start
        /// A character that case folding turns into ASCII letters or into several characters, such as U+212A
        /// (Kelvin sign) or `ß`. In a text with such a character, a case-insensitive expression can match
        /// without its required literals.
        case folding
    }

    package let role: Role
    /// The conditions at the edges of a required literal, such as a word boundary.
    package let edges: RequiredLiteral.Edges
    package let matcher: Int32
    package let length: Int32
    /// The offset of the original bytes in ``RuleProgram/exactBytes``.
    package let exactLower: Int32
}

/// The literals of all matchers, indexed for search.
struct LiteralProgram: Sendable {
    let index: LiteralIndex
    let ownersOfLiteral: [Range<Int32>]
    let owners: [LiteralUse]
    let exactBytes: [UInt8]
    let gatedFoldingMatchers: [Int32]

    init(
        _ literals: LiteralPool, ownersOfLiteral: [Range<Int32>], owners: [LiteralUse], exactBytes: [UInt8],
        gatedFoldingMatchers: [Int32]
    ) {
        self.ownersOfLiteral = ownersOfLiteral
        self.owners = owners
        self.exactBytes = exactBytes
        self.gatedFoldingMatchers = gatedFoldingMatchers
        index = LiteralIndex(
            literals,
            atWords: ownersOfLiteral.map { range in
                range.allSatisfy { !owners[Int($0)].edges.isDisjoint(with: [.lower, .lineStart]) }
            })
    }
}

package struct FeatureCheck: Sendable {
    package let feature: Int32
    package let comparison: Comparison
    package let value: Double
}

package struct CompiledRule: Sendable {
    /// The index of the rule's condition in ``RuleProgram/nodes``, or -1 if the rule is deprecated.
    package let root: Int32
    /// `true` if the rule can match a text that contains none of the rule's literals and words.
    package let isAlwaysTried: Bool
    /// The comparisons that must be true for the rule to match, as a range of ``RuleProgram/checks``.
    package let checks: Range<Int32>
    /// The matchers whose matches are evidence, as a range of ``RuleProgram/parts``.
    package let evidence: Range<Int32>
}
