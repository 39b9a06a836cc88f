import Testing

@testable import IlkLearning

/// Replays constructed histories, because a rule that looks plausible for single samples can still stop all
/// learning.
@Suite struct `The gate over simulated histories` {
    private static let histories = (0..<100).map { SimulatedHistory(seed: $0) }

    private struct Outcome {
        /// The sums of the accuracies at all checkpoints.
        var (gate, never, always) = (0.0, 0.0, 0.0)
        var checkpoints = 0
        /// The candidates that lose more than two points, and those of them that were refused or rolled back
        /// within 200 corrections.
        var (harmful, stopped) = (0, 0)
        var (helpful, promoted) = (0, 0)

        /// Adds a candidate by its gain over the active version.
        mutating func count(gain: Double, isPromoted: Bool) {
            if gain < -0.02 {
                harmful += 1
                stopped += isPromoted ? 0 : 1
            } else if gain > 0.005 {
                helpful += 1
                promoted += isPromoted ? 1 : 0
            }
        }
    }

    /// Replays a history.
    ///
    /// - Parameters:
    ///   - leavesOut: `true` if each version answers all corrections as if it had not learned them, `false`
    ///     if only audits and a fifth of the corrections are never learned.
    ///   - hasSet: `true` if there is a regression set.
    private func replay(
        _ history: SimulatedHistory, leavesOut: Bool, hasSet: Bool, into outcome: inout Outcome
    ) {
        var active = 0
        var earlier: [Int] = []
        var promotedAt = 0
        /// The harmful versions that were promoted, by the number of corrections then.
        var watched: [(version: Int, corrections: Int)] = []
        for (place, corrections) in history.checkpoints.enumerated() {
            let candidate = place + 1
            func accuracy(_ version: Int) -> Double { history.versions[version].accuracies[candidate] }
            func judge(_ version: Int, _ texts: [Int], _ prior: GainEstimate.Prior) -> RetrainingGate {
                history.gate(
                    of: version, against: active, on: texts, of: corrections, hasSet: hasSet, prior)
            }
            let since = Array((leavesOut ? 0 : promotedAt)..<corrections)
            var best = (version: active, gain: 0.0)
            for version in [earlier.first, earlier.last].compactMap(\.self) {
                guard let gain = judge(version, since, .earlier).gain,
                    gain.probabilityOfGain > RetrainingGate.rollbackProbability, gain.mean > best.gain
                else { continue }
                best = (version, gain.mean)
            }
            if best.version != active {
                outcome.stopped += watched.count {
                    $0.version == active && corrections <= $0.corrections + 200
                }
                watched.removeAll { $0.version == active }
                active = best.version
                earlier.removeAll { $0 >= active }
            }
            let all = (0..<corrections).filter { leavesOut || history.isHeldOut[$0] }
            let gain = accuracy(candidate) - accuracy(active)
            let isPromoted = judge(candidate, all, .learned).isPassed
            outcome.count(gain: gain, isPromoted: isPromoted)
            if isPromoted {
                if gain < -0.02 { watched.append((candidate, corrections)) }
                earlier.append(active)
                (active, promotedAt) = (candidate, corrections)
            }
            outcome.gate += accuracy(active)
            outcome.never += accuracy(0)
            outcome.always += accuracy(candidate)
            outcome.checkpoints += 1
        }
    }

    /// The evidence, and the percentage of harmful versions that must be stopped.
    @Test(arguments: [(false, true, 90), (true, true, 90), (false, false, 60), (true, false, 60)])
    func `the gate is as accurate as always promoting and never promoting, and stops harmful versions`(
        leavesOut: Bool, hasSet: Bool, percentage: Int
    ) {
        var outcome = Outcome()
        for history in Self.histories {
            replay(history, leavesOut: leavesOut, hasSet: hasSet, into: &outcome)
        }
        let count = Double(outcome.checkpoints)
        let (gate, never, always) = (outcome.gate / count, outcome.never / count, outcome.always / count)
        #expect(gate >= never && gate >= always - 0.002, "\(gate) \(never) \(always)")
        #expect(outcome.harmful > 30 && outcome.stopped * 100 >= outcome.harmful * percentage, "\(outcome)")
        #expect(outcome.helpful > 50 && outcome.promoted * 2 > outcome.helpful, "\(outcome)")
    }
}

extension SimulatedHistory {
    /// Compares two versions on some of the first corrections and on the regression set.
    fileprivate func gate(
        of candidate: Int, against active: Int, on texts: [Int], of count: Int, hasSet: Bool,
        _ prior: GainEstimate.Prior
    ) -> RetrainingGate {
        let (current, next) = (versions[active], versions[candidate])
        var comparison = PairedComparison()
        for (first, second) in zip(current.isRegressionCorrect, next.isRegressionCorrect) where hasSet {
            comparison.add(firstIsRight: first, secondIsRight: second)
        }
        return RetrainingGate(
            texts.map { place in
                GateText(
                    sample: GateSample.heldOut, activeIsCorrect: current.isCorrect[place],
                    candidateIsCorrect: next.isCorrect[place], margin: Self.margin(of: ranges[place]),
                    age: count - 1 - place)
            }, regression: [GateSample(name: GateSample.regressionSet, comparison: comparison)],
            strata: Self.strata, prior: prior)
    }
}
