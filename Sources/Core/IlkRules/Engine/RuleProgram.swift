/// Everything that running a rule set takes, made once and never changed.
package final class RuleProgram: Sendable {
    package let matchers: ProgramTable<CompiledMatcher>
    package let matcherNames: [String]
    package let regexes: [RegexPattern]
    package let literals: LiteralIndex
    /// What each literal of the automaton is for: its places in ``owners``.
    package let ownersOfLiteral: ProgramTable<Range<Int32>>
    package let owners: ProgramTable<LiteralOwner>
    /// The bytes of literals that are compared as they are.
    package let exactBytes: ProgramTable<UInt8>
    package let words: WordIndex
    /// What scripts and languages matchers ask for, and the codes of these languages.
    package let traits: [TextTrait]
    package let languages: [LanguageCode]
    /// Near what the places of matchers must stand.
    package let nearness: [Nearness]
    /// The sets of characters that expressions require.
    package let requiredCharacters: ProgramTable<ByteClass>
    /// The expressions that ignore case and are looked for by a literal.
    package let gatedFoldingMatchers: [Int32]
    package let nodes: ProgramTable<ConditionNode>
    package let parts: ProgramTable<Int32>
    package let rules: ProgramTable<CompiledRule>
    /// A bit a rule: those that can hold although none of their literals and words was found.
    let alwaysRules: ProgramTable<UInt64>
    /// How many of the rules, the last ones, are exceptions: conditions of others that never fire themselves.
    let exceptionCount: Int
    /// A bit a rule: those that fire.
    package let firingRules: ProgramTable<UInt64>
    /// The comparisons that rules depend on, rule by rule.
    package let checks: ProgramTable<FeatureCheck>

    init(
        matchers: [CompiledMatcher], matcherNames: [String], regexes: [RegexPattern],
        requiredCharacters: [ByteClass], literals: LiteralProgram,
        words: WordIndex, traits: [TextTrait], languages: [LanguageCode], nearness: [Nearness],
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

    /// Whether a rule passes the comparisons that it depends on: a few numbers, looked at before all else.
    ///
    /// - Parameter failed: The comparison that failed in the text before, which is looked at first, for texts that follow
    ///   one another are alike; replaced by the one that failed in this text.
    @inline(__always)
    func mayHold(_ rule: Int, _ features: UnsafeBufferPointer<Double>, failed: inout Int32) -> Bool {
        let range = rules.pointer(to: rule).pointee.checks
        guard !range.isEmpty else { return true }
        guard passes(Int(range.lowerBound &+ failed), features) else { return false }
        for index in Int(range.lowerBound)..<Int(range.upperBound) where !passes(index, features) {
            failed = Int32(truncatingIfNeeded: index) &- range.lowerBound
            return false
        }
        return true
    }

    /// The same for one text by itself.
    package func mayHold(_ rule: Int, _ features: UnsafeBufferPointer<Double>) -> Bool {
        var failed: Int32 = 0
        return mayHold(rule, features, failed: &failed)
    }

    @inline(__always)
    private func passes(_ check: Int, _ features: UnsafeBufferPointer<Double>) -> Bool {
        let check = checks[check]
        return check.comparison.holds(features[Int(check.feature)], check.value)
    }
}

/// One matcher, ready to run.
package struct CompiledMatcher: Sendable {
    package enum Kind: UInt8, Sendable {
        case literal
        case words
        case regex
        /// Words in order, others between them.
        case phrase
        /// Words of a script.
        case script
        /// The whole text, when it is in a language.
        case language
    }

    package var kind = Kind.literal
    package var place = MatchPlace()
    package let rule: Int32
    /// Its place in ``RuleProgram/regexes``, or -1.
    package var regex: Int32 = -1
    /// Whether something must be found in the text before it can match.
    package var isGated = true
    /// What its expression requires, in ``RuleProgram/requiredCharacters``.
    package var requiredCharacters: Range<Int32> = 0..<0
    /// Whether its expression ignores case.
    package var ignoresCase = false
    /// How many matches of its expression are of use: all that are counted, or no more than are shown.
    package var spanLimit = Int32(RuleLimits.spans)
    /// Whether its expression is tried where its literals stand, and nowhere else.
    package var isAnchored = false
    /// Whether another literal must stand in the text beside those at which it is tried.
    package var needsGate = false
    /// Whether its findings can overlap, so that they must be sorted out.
    package var canOverlap = false
    /// What it asks of scripts or the language, in ``RuleProgram/traits``, or -1.
    package var trait: Int32 = -1
    /// Near what its places must stand, in ``RuleProgram/nearness``, or -1.
    package var near: Int32 = -1

    /// How long it takes to look, as against others.
    var cost: Int {
        switch kind {
        case .literal, .words, .phrase, .language: 1
        case .script: 10
        case .regex: isGated ? 20 : 100
        }
    }

    /// Whether its places are known when the text was passed over.
    var isFoundByPasses: Bool {
        switch kind {
        case .literal, .words, .phrase: near < 0
        case .regex, .script, .language: false
        }
    }
}

/// What a matcher asks of the scripts of words, or of the language of the text.
package struct TextTrait: Sendable {
    package var scripts = ScriptSet()
    /// How sure the language guess must be.
    package var confidence = 0.0
    /// The codes in ``RuleProgram/languages``.
    package var languages: Range<Int32> = 0..<0
}

/// Near what the places of a matcher must stand to count.
package struct Nearness: Sendable {
    /// The matcher that they stand near.
    package let matcher: Int32
    /// How many words, or ends of lines, may stand between.
    package let limit: Int32
    package let unit: NearUnit
}

/// What finding a literal means.
package struct LiteralOwner: Sendable {
    package enum Role: UInt8, Sendable {
        /// The matcher matches here if the bytes are the same to the case.
        case exact
        /// The matcher matches here.
        case folded
        /// The matcher's expression must be run.
        case gate
        /// The matcher's expression may match from here on, and nowhere where no such literal is.
        case start
        /// The text has a character that case folding turns into ASCII letters: expressions that ignore case may
        /// match without their literals.
        case folding
    }

    package let role: Role
    /// What must be so beside a literal that is a gate.
    package let edges: RequiredLiteral.Edges
    package let matcher: Int32
    package let length: Int32
    /// Where the exact bytes begin in ``RuleProgram/exactBytes``.
    package let exactLower: Int32
}

/// The literals of all matchers, ready to be looked for.
struct LiteralProgram: Sendable {
    let index: LiteralIndex
    let ownersOfLiteral: [Range<Int32>]
    let owners: [LiteralOwner]
    let exactBytes: [UInt8]
    let gatedFoldingMatchers: [Int32]

    init(
        _ literals: LiteralPool, ownersOfLiteral: [Range<Int32>], owners: [LiteralOwner], exactBytes: [UInt8],
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

/// A comparison of a feature with a number.
package struct FeatureCheck: Sendable {
    package let feature: Int32
    package let comparison: Comparison
    package let value: Double
}

/// One rule, ready to run.
package struct CompiledRule: Sendable {
    /// Its condition in ``RuleProgram/nodes``, or -1 when it never fires.
    package let root: Int32
    /// Whether it can hold although none of its literals and words was found.
    package let isAlwaysTried: Bool
    /// The comparisons without which it does not hold, in ``RuleProgram/checks``.
    package let checks: Range<Int32>
    /// The matchers whose places are shown as evidence, in ``RuleProgram/parts``.
    package let evidence: Range<Int32>
}
