public import IlkText
public import IlkVocabulary

/// A matcher that runs a rule set on one text after another. It contains the working memory for this.
///
/// After the buffers have grown, a matcher does not allocate memory for a text. A matcher is not thread-safe:
/// use one matcher per thread.
public final class RuleMatcher {
    /// The rules that the matcher runs.
    public let ruleSet: RuleSet
    /// The rules that match the last text, and the rules whose result is undecided, sorted by rule. The next
    /// call of ``evaluate(_:)`` replaces the array. The memory of the array is reused unless the caller still
    /// holds the array.
    @exclusivity(unchecked) public package(set) var hits: [RuleHit] = []
    /// The evidence spans of all hits, grouped by hit and sorted within each hit. The next call of
    /// ``evaluate(_:)`` replaces the spans.
    @exclusivity(unchecked) public package(set) var spans: [TextSpan] = []

    package let program: RuleProgram

    // Exclusivity checks are off because a check at every access costs as much as the work. Only one thread
    // uses the matcher, and no property is passed `inout` while another access changes it.

    /// The stamp of the current text: a number that differs from the stamps of earlier texts. State with
    /// another stamp is stale.
    @exclusivity(unchecked) package var stamp: UInt32 = 0
    package let matchers: FixedBuffer<MatcherState>
    package let rules: FixedBuffer<RuleState>
    /// The rules to be evaluated on the current text, as one bit per rule.
    package let candidates: FixedBuffer<UInt64>
    /// For each rule, the index of the check that failed for an earlier text, counted from the rule's first
    /// check.
    let failedChecks: FixedBuffer<Int32>
    @exclusivity(unchecked) var findings = GrowableBuffer<Finding>()
    let steps: FixedBuffer<StepState>
    /// The matches of all matchers in the current text, grouped by matcher.
    @exclusivity(unchecked) package var matches = GrowableBuffer<TextSpan>()
    /// The positions at which the current expression is tried.
    @exclusivity(unchecked) var starts = GrowableBuffer<Int32>()
    /// A buffer for sorting overlapping findings.
    @exclusivity(unchecked) var overlapping = GrowableBuffer<TextSpan>()
    /// The pattern programs of the expressions that were needed so far.
    @exclusivity(unchecked) var expressions: [ExpressionState]
    let machine = PatternMachine()
    /// The possible line starts of the text with stamp ``lineStartsStamp``.
    @exclusivity(unchecked) var lineStarts = GrowableBuffer<Int32>()
    @exclusivity(unchecked) var lineStartsStamp: UInt32 = 0
    /// `true` to run an expression only where its required literals and characters occur. Tests set it to `false`.
    package var usesFilters = true
    /// `true` to apply exceptions, which keep rules from matching. `false` to evaluate the rules without
    /// exceptions.
    package var appliesExceptions = true
    /// The object that records the work of matchers for traces, or `nil` if no trace is made.
    @exclusivity(unchecked) package var watch: MatcherProfile?
    /// `true` if a trace reports a clause without a result as not evaluated. `false` if a trace evaluates
    /// such a clause.
    package var skipsUnevaluated = false
    /// `true` if a character of the text folds to ASCII or to several characters. In such a text, a
    /// case-insensitive expression can match without its required literals and characters.
    @exclusivity(unchecked) package var isFolding = false
    @exclusivity(unchecked) var bounds = TextBounds()
    /// The language of the current text, if known and if a matcher needs it.
    @exclusivity(unchecked) var language = LanguageCode.none
    let literalScan = LiteralScan()
    /// The set of bytes in the current text.
    let seenBytes = ByteSet()

    /// Creates a matcher with empty buffers. Regular expressions are compiled on first use.
    ///
    /// - Parameter ruleSet: The rules to run.
    /// - Complexity: O(*r* + *m*) for *r* rules and *m* matchers.
    public init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        program = ruleSet.program
        matchers = FixedBuffer(repeating: MatcherState(), count: program.matchers.count)
        rules = FixedBuffer(repeating: RuleState(), count: program.rules.count)
        failedChecks = FixedBuffer(repeating: 0, count: program.rules.count)
        candidates = FixedBuffer(repeating: 0, count: program.alwaysRules.count)
        steps = FixedBuffer(repeating: StepState(), count: program.words.steps.count)
        expressions = [ExpressionState](repeating: .pending, count: program.regexes.count)
    }

    /// Evaluates the rules on a text. The results are in ``hits`` and ``spans``.
    ///
    /// - Parameter analysis: The analyzed text. Evidence spans are byte ranges of the `bytes` of the analyzed
    ///   text.
    /// - Complexity: O(*n*) in the length of the text for literals and words, plus the cost of each regular
    ///   expression that must be run. A step limit bounds this cost.
    public func evaluate(_ analysis: borrowing AnalyzedText) {
        reset(for: analysis)
        AnalyzedText.View.with(analysis) { text in
            begin(text)
            scanLiterals(text)
            scanWords(text)
            tryCandidates(text)
        }
    }

    /// Returns the evidence of a hit: the spans of the hit, and the weight that the rule adds to each
    /// category. The weights are 0 if the rule is experimental or the result is undecided.
    ///
    /// Call this function before the next text is evaluated. The function allocates memory. It is meant for
    /// explanations, not for the hot path.
    ///
    /// - Parameter hit: An element of ``hits``.
    /// - Complexity: O(*m* + *c*) for *m* matches and *c* categories.
    public func evidence(of hit: RuleHit) -> Evidence {
        let rule = ruleSet.rules[hit.rule]
        let counts = rule.status.counts && !hit.isUndecided
        return Evidence(
            type: .rule, id: rule.id, detail: rule.description.isEmpty ? nil : rule.description,
            spans: Array(spans[hit.spans]),
            weights: counts ? rule.weights : [Double](repeating: 0, count: rule.weights.count))
    }

    /// Discards the previous hits and reads the language of the next text.
    @inline(__always)
    package func reset(for analysis: borrowing AnalyzedText) {
        hits.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
        if !program.languages.isEmpty {
            language = analysis.features.language.map(LanguageCode.init(known:)) ?? .none
        }
    }

    /// Discards the previous text and starts a new one.
    package func begin(_ text: AnalyzedText.View) {
        if stamp == .max {
            // The stamp overflows every 2³² texts. Then all stamps are reset.
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
        if !appliesExceptions {
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
                guard program.passesChecks(rule, text.features, failed: &failedChecks[rule]) else { continue }
                tryRule(rule, text)
            }
        }
    }

    /// Evaluates a rule, and appends a hit if it matches or is undecided.
    @inline(__always)
    package func tryRule(_ rule: Int, _ text: AnalyzedText.View) {
        switch truth(ofRule: rule, text) {
        case .no: break
        case .yes: appendHit(rule, isUndecided: false, text)
        case .unknown: appendHit(rule, isUndecided: true, text)
        }
    }

    func appendHit(_ rule: Int, isUndecided: Bool, _ text: AnalyzedText.View) {
        let start = spans.count
        for part in program.rules[rule].evidence {
            let matcher = Int(program.parts[Int(part)])
            let isKnown = matchers[matcher].stamp == stamp && matchers[matcher].isResolved
            // An expression that did not affect the result is not run just for its evidence.
            guard isKnown || program.matchers[matcher].isFoundByPasses else { continue }
            let found = resolve(matcher, text)
            let first = Int(found.spanStart)
            for index in first..<first + min(Int(found.spanCount), RuleLimits.evidenceSpans) {
                insertSorted(matches[index], from: start)
            }
        }
        hits.append(RuleHit(rule: rule, spans: start..<spans.count, isUndecided: isUndecided))
    }

    /// Inserts a span into the sorted spans of a hit unless it is already there.
    private func insertSorted(_ span: TextSpan, from start: Int) {
        var index = spans.count
        while index > start, span < spans[index - 1] { index -= 1 }
        if index > start, spans[index - 1] == span { return }
        spans.insert(span, at: index)
    }
}
