import IlkRules
import IlkText

extension RuleMatcher {
    /// Does what ``evaluate(_:)`` does, and measures what each rule takes.
    ///
    /// Each rule that is tried costs two readings of the clock beside its own work, and one reading is part of what is
    /// measured: whoever wants less than that subtracts it.
    ///
    /// - Parameters:
    ///   - analysis: The text.
    ///   - clock: The time, in units of the caller's; it never goes back.
    ///   - timings: Where the times go; what was there is replaced.
    func evaluate(
        _ analysis: borrowing AnalyzedText, clock: () -> UInt64, into timings: inout RuleTimings
    ) {
        hits.removeAll(keepingCapacity: true)
        spans.removeAll(keepingCapacity: true)
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
                if program.mayHold(rule, text.features) { tryRule(rule, text) }
                attempts.append(RuleTimings.Attempt(rule: rule, time: clock() - start))
            }
        }
    }
}
