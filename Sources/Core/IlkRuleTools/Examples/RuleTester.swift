public import IlkRules
public import IlkText

/// A tester that runs rules on their examples.
///
/// A failed example does not stop the run.
public struct RuleTester {
    private let ruleSet: RuleSet
    private let matcher: RuleMatcher

    /// Creates a tester.
    ///
    /// - Parameter ruleSet: The rules with their examples.
    public init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        matcher = RuleMatcher(ruleSet)
    }

    /// Runs all examples. The examples of the rules come first, in the order of rule ids. The examples of the
    /// exceptions follow. Deprecated rules are skipped, because they never match.
    ///
    /// The examples of rules are run without exceptions, because an example tests the rule as its pack
    /// defines it.
    ///
    /// - Parameters:
    ///   - isWanted: Returns `true` for the ids of the rules whose examples are run.
    ///   - analyze: Analyzes a text in the same way as the pipeline that runs the rules, and stores the
    ///     result in `into`.
    /// - Returns: One result per example.
    /// - Complexity: O(*n*) in the total length of the examples, plus the cost of their rules.
    public func run(
        isWanted: (_ id: String) -> Bool = { _ in true },
        analyze: (_ text: String, _ into: inout AnalyzedText) -> Void
    ) -> [RuleTestResult] {
        var results: [RuleTestResult] = []
        var analysis = AnalyzedText()
        for (index, rule) in ruleSet.rules.enumerated() where rule.status != .deprecated && isWanted(rule.id)
        {
            for example in rule.examples {
                analyze(example.text, &analysis)
                results.append(result(of: example, rule: index, analysis))
            }
        }
        for (index, exception) in ruleSet.exceptions.enumerated() {
            for example in exception.examples {
                analyze(example.text, &analysis)
                matcher.evaluate(analysis)
                let rule = ruleSet.rules.count + index
                AnalyzedText.View.with(analysis) { matcher.tryRule(rule, $0) }
                results.append(result(of: example, exception.id, exception.file, rule, analysis))
            }
        }
        return results
    }

    private func result(of example: RuleExample, rule index: Int, _ analysis: AnalyzedText) -> RuleTestResult
    {
        let rule = ruleSet.rules[index]
        var isExcepted = false
        let hasExceptions = !ruleSet.exceptions.isEmpty
        if hasExceptions {
            matcher.evaluate(analysis)
            isExcepted = matcher.hits.contains { $0.rule == index }
            matcher.appliesExceptions = false
        }
        defer { matcher.appliesExceptions = true }
        matcher.evaluate(analysis)
        let fires = matcher.hits.contains { $0.rule == index }
        isExcepted = hasExceptions && isExcepted != fires
        return result(of: example, rule.id, rule.file, index, analysis, isExcepted: isExcepted)
    }

    private func result(
        of example: RuleExample, _ id: String, _ file: String, _ index: Int, _ analysis: AnalyzedText,
        isExcepted: Bool = false
    ) -> RuleTestResult {
        let words = ruleSet.identity(ofRule: index)
        let hit = matcher.hits.first { $0.rule == index }
        let outcome: RuleTestResult.Outcome =
            hit.map { $0.isUndecided ? .stepLimitReached : .matched } ?? .notMatched
        let asExpected = example.kind.isExpectedToMatch ? outcome == .matched : outcome == .notMatched
        let isKnown = example.kind == .knownMiss || example.kind == .knownFalse
        return RuleTestResult(
            ruleID: id, example: example, file: file, outcome: outcome,
            // A known error may become correct, but an undecided result never passes.
            passed: asExpected || (isKnown && outcome != .stepLimitReached),
            isImproved: isKnown && !asExpected && outcome != .stepLimitReached,
            isChangedByException: isExcepted,
            spans: hit.map { Array(matcher.spans[$0.spans]) } ?? [],
            clauses: matcher.clauses(ofRule: index, analysis, because: outcome.truth),
            ruleLine: words.line, condition: words.condition, matches: matcher.places(ofRule: index, analysis)
        )
    }
}

extension RuleTestResult.Outcome {
    /// The value of the condition.
    fileprivate var truth: Truth {
        switch self {
        case .matched: .yes
        case .notMatched: .no
        case .stepLimitReached: .unknown
        }
    }
}
