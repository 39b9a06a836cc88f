import IlkRules
import IlkText

extension RuleMatcher {
    /// Evaluates a text like ``evaluate(_:)`` and measures the time of each rule.
    ///
    /// Each evaluated rule costs two clock readings, one of which is part of the measured time.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - clock: A monotonic clock in any unit.
    ///   - timings: The result. Its previous value is replaced.
    func evaluate(
        _ analysis: borrowing AnalyzedText, clock: () -> UInt64, into timings: inout RuleTimings
    ) {
        reset(for: analysis)
        timings.attempts.removeAll(keepingCapacity: true)
        AnalyzedText.View.with(analysis) { text in
            begin(text)
            let start = clock()
            scanLiterals(text)
            let middle = clock()
            scanWords(text)
            timings.words = clock() - middle
            timings.literals = middle - start
            timeCandidates(text, clock, &timings.attempts)
        }
    }

    private func timeCandidates(
        _ text: AnalyzedText.View, _ clock: () -> UInt64, _ attempts: inout [RuleTimings.Attempt]
    ) {
        for index in candidates.indices {
            var bits = candidates[index] & program.firingRules[index]
            while bits != 0 {
                let rule = index << 6 + bits.trailingZeroBitCount
                bits &= bits - 1
                let start = clock()
                if program.passesChecks(rule, text.features) { tryRule(rule, text) }
                attempts.append(RuleTimings.Attempt(rule: rule, time: clock() - start))
            }
        }
    }
}
