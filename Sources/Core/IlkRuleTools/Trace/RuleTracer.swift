public import IlkRules
public import IlkText
import IlkVocabulary

/// A tracer that explains the result of each rule for a text: the value and the position of each clause, the
/// skipped parts, and the time.
///
/// A tracer is meant for authors of rules. It runs the same matching code as a classifier and records the
/// work. A tracer is not thread-safe.
public final class RuleTracer {
    private let matcher: RuleMatcher
    private let watch: MatcherProfile
    private let required: RequiredStrings
    private let matchersOfRule: [[Int]]

    /// Creates a tracer.
    ///
    /// - Parameters:
    ///   - ruleSet: The rules.
    ///   - now: Returns the time since an arbitrary but fixed moment.
    /// - Complexity: O(*m*) in the number of matchers.
    public init(_ ruleSet: RuleSet, now: @escaping () -> Duration) {
        matcher = RuleMatcher(ruleSet)
        watch = MatcherProfile(now: now)
        required = RequiredStrings(matcher.program)
        var lists = [[Int]](repeating: [], count: matcher.program.rules.count)
        for (index, compiled) in matcher.program.matchers.enumerated() {
            lists[Int(compiled.rule)].append(index)
        }
        matchersOfRule = lists
    }

    /// Evaluates the rules on a text and returns a trace.
    ///
    /// - Parameters:
    ///   - analysis: The text, analyzed as in the pipeline.
    ///   - rounds: The number of measured evaluations, at least 1. The minimum of each time is reported.
    ///     Before these evaluations, one more evaluation compiles the expressions and is not measured.
    ///   - isWanted: Returns `true` for a rule to include in the trace. The arguments are the index of the
    ///     rule, and `true` if the condition of the rule was considered.
    /// - Complexity: An evaluation of the rules for each round and one more, and O(*m*) in the matchers of
    ///   the wanted rules.
    public func trace(
        _ analysis: AnalyzedText, rounds: Int = 5, isWanted: (_ rule: Int, _ isConsidered: Bool) -> Bool
    ) -> TextTrace {
        matcher.evaluate(analysis)
        var best = Round()
        for _ in 0..<max(1, rounds) { best.keepLeast(round(analysis)) }
        // The findings of the last round are still valid.
        matcher.skipsUnevaluated = true
        defer { matcher.skipsUnevaluated = false }
        return AnalyzedText.View.with(analysis) { text in
            var rules: [RuleTrace] = []
            var (holding, stepLimitReached) = (0, 0)
            for rule in matcher.ruleSet.rules.indices {
                let isConsidered = best.costs[rule] != nil
                if isConsidered {
                    let truth = matcher.truth(ofRule: rule, text)
                    holding += truth == .yes ? 1 : 0
                    stepLimitReached += truth == .unknown ? 1 : 0
                }
                guard isWanted(rule, isConsidered) else { continue }
                rules.append(trace(ofRule: rule, best, text))
            }
            return TextTrace(
                rules: rules, considered: best.costs.count, matching: holding,
                stepLimitReached: stepLimitReached,
                literalPass: best.literals, wordPass: best.words,
                conditions: best.costs.values.reduce(.zero, +))
        }
    }

    // MARK: Measuring

    /// The times of one evaluation.
    private struct Round {
        var literals: Duration = .seconds(1_000_000)
        var words: Duration = .seconds(1_000_000)
        var costs: [Int: Duration] = [:]
        var matchers: [Int: Duration] = [:]

        mutating func keepLeast(_ other: Round) {
            literals = min(literals, other.literals)
            words = min(words, other.words)
            costs.merge(other.costs, uniquingKeysWith: min)
            matchers.merge(other.matchers, uniquingKeysWith: min)
        }
    }

    private func round(_ analysis: AnalyzedText) -> Round {
        watch.reset()
        matcher.watch = watch
        defer { matcher.watch = nil }
        return AnalyzedText.View.with(analysis) { text in
            var round = Round()
            matcher.begin(text)
            round.literals = watch.time { matcher.scanLiterals(text) }
            round.words = watch.time { matcher.scanWords(text) }
            for rule in matcher.ruleSet.rules.indices where isCandidate(rule) {
                round.costs[rule] = watch.time {
                    guard matcher.program.passesChecks(rule, text.features) else { return }
                    _ = matcher.truth(ofRule: rule, text)
                }
            }
            round.matchers = watch.costs
            return round
        }
    }

    private func isCandidate(_ rule: Int) -> Bool {
        matcher.candidates[rule >> 6] >> UInt64(rule & 63) & 1 == 1
    }

    // MARK: Results

    private func trace(ofRule rule: Int, _ round: Round, _ text: AnalyzedText.View) -> RuleTrace {
        guard matcher.program.rules[rule].root >= 0 else {
            return RuleTrace(
                rule: rule, outcome: .deprecated, skipReason: "deprecated", clauses: [], decisive: [],
                matchers: [],
                cost: nil)
        }
        let passedOver = passedOver(rule, text)
        let truth = passedOver == nil ? matcher.truth(ofRule: rule, text) : .no
        let clauses = matcher.leaves(ofRule: rule, text)
        let matchers = matchersOfRule[rule].map { trace(ofMatcher: $0, round, text) }
        // Must come last, because it may run expressions that were not evaluated.
        let decisive = passedOver == nil ? matcher.clauses(ofRule: rule, text, because: truth) : []
        return RuleTrace(
            rule: rule, outcome: truth == .yes ? .matches : truth == .no ? .doesNotMatch : .stepLimitReached,
            skipReason: passedOver,
            clauses: clauses, decisive: decisive, matchers: matchers, cost: round.costs[rule])
    }

    /// Returns the reason why the condition of a rule was not evaluated, or `nil` if it was evaluated.
    private func passedOver(_ rule: Int, _ text: AnalyzedText.View) -> String? {
        guard isCandidate(rule) else { return "the text contains none of the literals and words of the rule" }
        let checks = matcher.program.rules[rule].checks
        for check in matcher.program.checks[Int(checks.lowerBound)..<Int(checks.upperBound)] {
            let value = text.features[Int(check.feature)]
            guard !check.comparison.isTrue(value, check.value) else { continue }
            return "\(TextFeature.names[Int(check.feature)]) is \(RuleMatcher.written(value))"
        }
        return nil
    }

    private func trace(ofMatcher index: Int, _ round: Round, _ text: AnalyzedText.View) -> MatcherTrace {
        let compiled = matcher.program.matchers[index]
        let (outcome, reason) = outcome(ofMatcher: index, compiled, text)
        let isKnown = outcome == .found || outcome == .stepLimitReached
        return MatcherTrace(
            name: matcher.program.matcherNames[index], kind: "\(compiled.kind)", outcome: outcome,
            reason: reason,
            count: isKnown ? Int(matcher.resolve(index, text).spanCount) : 0,
            spans: isKnown ? matcher.places(of: index, text) : [], cost: round.matchers[index])
    }

    private func outcome(
        ofMatcher index: Int, _ compiled: CompiledMatcher, _ text: AnalyzedText.View
    ) -> (MatcherTrace.Outcome, String?) {
        guard compiled.kind == .regex else {
            let found = matcher.resolve(index, text)
            // Undecided if the matcher must be near matches of an expression that reached its step limit.
            if found.stepLimitReached { return (.stepLimitReached, nil) }
            return (found.spanCount > 0 ? .found : .absent, nil)
        }
        let state = matcher.matchers[index]
        let isTouched = state.stamp == matcher.stamp
        let strings = required.ofMatcher[index]
        if compiled.hasStartLiterals || compiled.isGated, !matcher.isFolding || !compiled.ignoresCase {
            if compiled.hasStartLiterals, !isTouched || state.firstFinding < 0 {
                return (.filtered, Self.lacks(strings?.starts ?? []))
            }
            if compiled.hasStartLiterals ? compiled.needsGate && !state.isGateOpen : !isTouched {
                return (.filtered, Self.lacks(strings?.others ?? []))
            }
        }
        if matcher.isUnasked(index) { return (.notEvaluated, nil) }
        let found = matcher.resolve(index, text)
        if found.stepLimitReached { return (.stepLimitReached, RuleMatcher.stepLimit) }
        if found.spanCount > 0 { return (.found, nil) }
        if watch.ran.contains(index) { return (.absent, nil) }
        guard matcher.hasCharacters(of: compiled, text) else {
            return (.filtered, "the text lacks characters that the expression requires")
        }
        return (.filtered, "no match can begin in the text")
    }

    private static func lacks(_ strings: [String]) -> String {
        let shown = strings.prefix(4).map { "'\($0)'" }.joined(separator: ", ")
        let more = strings.count > 4 ? " and \(strings.count - 4) more" : ""
        return strings.count == 1 ? "\(shown) is not in the text" : "none of \(shown)\(more) is in the text"
    }
}
