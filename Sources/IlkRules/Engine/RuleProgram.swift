/// Everything that running a rule set takes, made once and never changed.
final class RuleProgram: Sendable {
    let matchers: Table<CompiledMatcher>
    let matcherNames: [String]
    let regexes: [RegexPattern]
    let literals: LiteralIndex
    /// What each literal of the automaton is for: its places in ``owners``.
    let ownersOfLiteral: Table<Range<Int32>>
    let owners: Table<LiteralOwner>
    /// The bytes of literals that are compared as they are.
    let exactBytes: Table<UInt8>
    let words: WordIndex
    /// What scripts and languages matchers ask for, and the codes of these languages.
    let traits: [TextTrait]
    let languages: [LanguageCode]
    /// Near what the places of matchers must stand.
    let nearness: [Nearness]
    /// What tells which expressions may match, each for a part of them.
    let filters: [FilterDraft]
    /// The sets of characters that expressions require.
    let requiredCharacters: Table<CharacterMembers>
    /// The expressions that ignore case and are looked for by a literal.
    let gatedFoldingMatchers: [Int32]
    let nodes: Table<ConditionNode>
    let parts: Table<Int32>
    let rules: Table<CompiledRule>
    /// A bit a rule: those that can hold although none of their literals and words was found.
    let alwaysRules: Table<UInt64>
    /// How many of the rules, the last ones, are exceptions: conditions of others that never fire themselves.
    let exceptionCount: Int
    /// A bit a rule: those that fire.
    let firingRules: Table<UInt64>
    /// The comparisons that rules depend on, rule by rule.
    let checks: Table<FeatureCheck>

    init(
        matchers: [CompiledMatcher], matcherNames: [String], regexes: [RegexPattern],
        filters: [FilterDraft], requiredCharacters: [CharacterMembers], literals: LiteralProgram,
        words: WordIndex, traits: [TextTrait], languages: [LanguageCode], nearness: [Nearness],
        nodes: [ConditionNode], parts: [Int32], rules: [CompiledRule], checks: [FeatureCheck],
        exceptionCount: Int
    ) {
        self.matchers = Table(matchers)
        self.matcherNames = matcherNames
        self.regexes = regexes
        self.filters = filters
        self.requiredCharacters = Table(requiredCharacters)
        self.checks = Table(checks)
        self.literals = literals.index
        ownersOfLiteral = Table(literals.ownersOfLiteral)
        owners = Table(literals.owners)
        exactBytes = Table(literals.exactBytes)
        gatedFoldingMatchers = literals.gatedFoldingMatchers
        self.words = words
        self.traits = traits
        self.languages = languages
        self.nearness = nearness
        self.nodes = Table(nodes)
        self.parts = Table(parts)
        self.rules = Table(rules)
        var always = [UInt64](repeating: 0, count: (rules.count + 63) / 64)
        for (index, rule) in rules.enumerated() where rule.isAlwaysTried {
            always[index >> 6] |= 1 << UInt64(index & 63)
        }
        alwaysRules = Table(always)
        self.exceptionCount = exceptionCount
        var firing = always.map { _ in UInt64.max }
        for index in rules.indices.suffix(exceptionCount) { firing[index >> 6] &= ~(1 << UInt64(index & 63)) }
        firingRules = Table(firing)
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
    func mayHold(_ rule: Int, _ features: UnsafeBufferPointer<Double>) -> Bool {
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
struct CompiledMatcher: Sendable {
    enum Kind: UInt8, Sendable {
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

    let kind: Kind
    let place: MatchPlace
    let rule: Int32
    /// Its place in ``RuleProgram/regexes``, or -1.
    let regex: Int32
    /// Whether something must be found in the text before it can match.
    let isGated: Bool
    /// The filter that knows its expression, in ``RuleProgram/filters``, or -1; and the expression's number there.
    let filter: Int32
    let filterNumber: Int32
    /// What its expression requires, in ``RuleProgram/requiredCharacters``.
    var requiredCharacters: Range<Int32> = 0..<0
    /// Whether its expression ignores case.
    let ignoresCase: Bool
    /// How many matches of its expression are of use: all that are counted, or no more than are shown.
    var spanLimit = Int32(RuleLimits.spans)
    /// Whether its expression is tried where its literals stand, and nowhere else.
    var isAnchored = false
    /// Whether another literal must stand in the text beside those at which it is tried.
    var needsGate = false
    /// Whether its findings can overlap, so that they must be sorted out.
    let canOverlap: Bool
    /// What it asks of scripts or the language, in ``RuleProgram/traits``, or -1.
    var trait: Int32 = -1
    /// Near what its places must stand, in ``RuleProgram/nearness``, or -1.
    var near: Int32 = -1

    /// Whether its places are known when the text was passed over.
    var isFoundByPasses: Bool {
        switch kind {
        case .literal, .words, .phrase: near < 0
        case .regex, .script, .language: false
        }
    }
}

/// What a matcher asks of the scripts of words, or of the language of the text.
struct TextTrait: Sendable {
    var scripts = ScriptSet()
    /// How sure the language guess must be.
    var confidence = 0.0
    /// The codes in ``RuleProgram/languages``.
    var languages: Range<Int32> = 0..<0
}

/// Near what the places of a matcher must stand to count.
struct Nearness: Sendable {
    /// The matcher that they stand near.
    let matcher: Int32
    /// How many words, or ends of lines, may stand between.
    let limit: Int32
    let unit: NearUnit
}

/// What finding a literal means.
struct LiteralOwner: Sendable {
    enum Role: UInt8, Sendable {
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

    let role: Role
    /// What must be so beside a literal that is a gate.
    let edges: RequiredLiteral.Edges
    let matcher: Int32
    let length: Int32
    /// Where the exact bytes begin in ``RuleProgram/exactBytes``.
    let exactLower: Int32
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
struct FeatureCheck: Sendable {
    let feature: Int32
    let comparison: Comparison
    let value: Double
}

/// One rule, ready to run.
struct CompiledRule: Sendable {
    /// Its condition in ``RuleProgram/nodes``, or -1 when it never fires.
    let root: Int32
    /// Whether it can hold although none of its literals and words was found.
    let isAlwaysTried: Bool
    /// The comparisons without which it does not hold, in ``RuleProgram/checks``.
    let checks: Range<Int32>
    /// The matchers whose places are shown as evidence, in ``RuleProgram/parts``.
    let evidence: Range<Int32>
}
