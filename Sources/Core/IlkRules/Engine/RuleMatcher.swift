public import IlkText
public import IlkVocabulary

/// Runs a rule set over one text after another: the working memory that goes with it.
///
/// A text costs no allocation once the buffers have grown. For one thread at a time; make one for each.
public final class RuleMatcher {
    /// The rules that are run.
    public let ruleSet: RuleSet
    /// The rules that hold for the last text, and those of which that is not known; sorted by rule. Replaced by the next
    /// call of ``evaluate(_:)``; who keeps the array across it costs a copy.
    public package(set) var hits: [RuleHit] = []
    /// The evidence of all hits, hit by hit, each hit's sorted. Replaced with ``hits``.
    public package(set) var spans: [TextSpan] = []

    package let program: RuleProgram

    // The working memory is for one thread and is handed to nobody while it changes: what is unchecked here is checked
    // by reading, for a check at every access costs as much as the work.

    /// The number of the text at hand.
    @exclusivity(unchecked) package var stamp: UInt32 = 0
    package let matchers: Slots<MatcherState>
    package let rules: Slots<RuleState>
    /// A bit a rule: those that must be tried.
    package let candidates: Slots<UInt64>
    /// The comparison of each rule that failed last, counted from its first.
    let failedChecks: Slots<Int32>
    @exclusivity(unchecked) var findings = GrowingList<Finding>()
    let steps: Slots<StepState>
    /// The matches of all matchers, matcher by matcher.
    @exclusivity(unchecked) package var matches = GrowingList<TextSpan>()
    /// The places that an expression is tried at.
    @exclusivity(unchecked) var starts = GrowingList<Int32>()
    /// Sorts out overlapping findings.
    @exclusivity(unchecked) var overlapping = GrowingList<TextSpan>()
    @exclusivity(unchecked) package var cursors: [RegexCursor?]
    /// The expressions as steps, those that were asked for; and what takes the steps.
    @exclusivity(unchecked) var expressions: [ExpressionState]
    let machine = PatternMachine()
    /// Where lines of the text at hand may begin, and the text that these are of.
    @exclusivity(unchecked) var lineStarts = GrowingList<Int32>()
    @exclusivity(unchecked) var lineStartsStamp: UInt32 = 0
    /// Whether ICU runs expressions only where nothing else can tell; off to see what it finds by itself.
    var sparesICU = true
    /// Whether rules do not fire where an exception of theirs holds; off only to see what they do without.
    package var heedsExceptions = true
    /// What looks on while matchers are run; nil but for traces.
    @exclusivity(unchecked) package var watch: MatcherWatch?
    /// Whether clauses that nobody asked are told as such, and not asked now.
    package var leavesUnasked = false
    /// Whether the text has a character that case folding turns into others, so that what was read of expressions does not hold.
    @exclusivity(unchecked) package var isFolding = false
    @exclusivity(unchecked) var bounds = TextBounds()
    /// The language that the text at hand is in, where a matcher asks for it and it is known.
    @exclusivity(unchecked) var language = LanguageCode.none
    let literalScan = LiteralScan()
    /// Which bytes the text at hand has.
    let seenBytes = SeenBytes()

    /// A matcher with empty buffers. Regular expressions are copied when they are first run.
    public init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        program = ruleSet.program
        matchers = Slots(repeating: MatcherState(), count: program.matchers.count)
        rules = Slots(repeating: RuleState(), count: program.rules.count)
        failedChecks = Slots(repeating: 0, count: program.rules.count)
        candidates = Slots(repeating: 0, count: program.alwaysRules.count)
        steps = Slots(repeating: StepState(), count: program.words.steps.count)
        cursors = [RegexCursor?](repeating: nil, count: program.regexes.count)
        expressions = [ExpressionState](repeating: .waiting, count: program.regexes.count)
    }

    /// Finds the rules that hold for a text; ``hits`` and ``spans`` say which and why.
    ///
    /// - Parameter analysis: The text. Evidence is in bytes of its `bytes`.
    /// - Complexity: Linear in the text for literals and words. Each regular expression that must be run takes what it
    ///   takes, within its limits.
    public func evaluate(_ analysis: borrowing AnalyzedText) {
        hits.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
        if !program.languages.isEmpty {
            language = analysis.features.language.map(LanguageCode.init(known:)) ?? .none
        }
        AnalyzedText.View.with(analysis) { text in
            begin(text)
            scanLiterals(text)
            scanWords(text)
            tryCandidates(text)
        }
    }

    /// The evidence of a hit: where in the text, and what the rule adds to each category when it counts.
    ///
    /// Only until the next text is evaluated. Allocates: for receipts, not for the hot path.
    public func evidence(of hit: RuleHit) -> Evidence {
        let rule = ruleSet.rules[hit.rule]
        let counts = rule.status.counts && !hit.gaveUp
        return Evidence(
            kind: .rule, name: rule.id, spans: Array(spans[hit.spans]),
            weights: counts ? rule.weights : [Double](repeating: 0, count: rule.weights.count))
    }

    /// Forgets the text before and begins with this one.
    package func begin(_ text: AnalyzedText.View) {
        if stamp == .max {
            // Once in four thousand million texts everything is forgotten by hand.
            matchers.fill(with: MatcherState())
            rules.fill(with: RuleState())
            steps.fill(with: StepState())
            lineStartsStamp = 0
            stamp = 0
        }
        stamp += 1
        findings.removeAll()
        matches.removeAll()
        candidates.copy(program.alwaysRules)
        bounds = TextBounds(text.bytes)
        seenBytes.clear()
        if !heedsExceptions {
            for index in rules.indices.suffix(program.exceptionCount) {
                rules[index] = RuleState(stamp: stamp, truth: .no)
            }
        }
    }

    private func tryCandidates(_ text: AnalyzedText.View) {
        let program = program
        for index in candidates.indices {
            var bits = candidates[index] & program.firingRules[index]
            while bits != 0 {
                let rule = index << 6 + bits.trailingZeroBitCount
                bits &= bits - 1
                guard program.mayHold(rule, text.features, failed: &failedChecks[rule]) else { continue }
                tryRule(rule, text)
            }
        }
    }

    /// Finds out whether a rule holds, and notes it when it does or that is not known.
    @inline(__always)
    package func tryRule(_ rule: Int, _ text: AnalyzedText.View) {
        switch truth(ofRule: rule, text) {
        case .no: break
        case .yes: appendHit(rule, gaveUp: false, text)
        case .unknown: appendHit(rule, gaveUp: true, text)
        }
    }

    func appendHit(_ rule: Int, gaveUp: Bool, _ text: AnalyzedText.View) {
        let start = spans.count
        for part in program.rules[rule].evidence {
            let matcher = Int(program.parts[Int(part)])
            let isKnown = matchers[matcher].stamp == stamp && matchers[matcher].isResolved
            // An expression that the outcome did not depend on is not run for show.
            guard isKnown || program.matchers[matcher].isFoundByPasses else { continue }
            let found = resolve(matcher, text)
            let first = Int(found.spanStart)
            for index in first..<first + min(Int(found.spanCount), RuleLimits.evidenceSpans) {
                insertSorted(matches[index], from: start)
            }
        }
        hits.append(RuleHit(rule: rule, spans: start..<spans.count, gaveUp: gaveUp))
    }

    /// Puts a span among those of the same hit, each once.
    private func insertSorted(_ span: TextSpan, from start: Int) {
        var index = spans.count
        while index > start, span < spans[index - 1] { index -= 1 }
        if index > start, spans[index - 1] == span { return }
        spans.insert(span, at: index)
    }
}
