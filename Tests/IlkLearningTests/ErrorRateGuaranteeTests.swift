import TestSupport
import Testing

@testable import IlkLearning

@Suite("Guaranteed error rates") struct ErrorRateGuaranteeTests {
    /// Predictions whose error rate decreases with their probability: each is wrong with probability (1 - p)
    /// * harm.
    private static func answers(_ count: Int, seed: UInt64, harm: Double = 1) -> ([Double], [Bool]) {
        var generator = SeededGenerator(seed: seed)
        var probabilities: [Double] = []
        var isRight: [Bool] = []
        for _ in 0..<count {
            let probability = 1 - Double.random(in: 0..<1, using: &generator) * 0.5
            probabilities.append(probability)
            isRight.append(Double.random(in: 0..<1, using: &generator) >= (1 - probability) * harm)
        }
        return (probabilities, isRight)
    }

    @Test(arguments: [0.01, 0.05, 0.1])
    func `a guaranteed error rate is exceeded at most one time in twenty`(maxError: Double) {
        var broken = 0
        var kept = 0
        for seed in 1...200 {
            let (probabilities, isRight) = Self.answers(3_000, seed: UInt64(seed))
            let guarantee = ErrorRateGuarantee(
                maxError: maxError, probabilities: probabilities, isRight: isRight)
            guard guarantee.outcome == .guaranteed else { continue }
            kept += 1
            #expect(guarantee.bound <= maxError)
            // Above the threshold t, probabilities are uniform between t and 1, so the true error rate is
            // half of 1 - t.
            if (1 - guarantee.threshold) / 2 > maxError { broken += 1 }
        }
        #expect(broken <= kept / 20, "\(broken) of \(kept)")
        // At 1 %, about 60 predictions could be accepted, which are too few for a guarantee.
        #expect(maxError < 0.02 ? kept < 10 : kept > 120, "\(kept) of 200")
    }

    @Test func `the accepted predictions and errors are counted correctly`() {
        let (probabilities, isRight) = Self.answers(5_000, seed: 7, harm: 0.5)
        let guarantee = ErrorRateGuarantee(maxError: 0.05, probabilities: probabilities, isRight: isRight)
        #expect(guarantee.outcome == .guaranteed)
        let accepted = probabilities.indices.filter { probabilities[$0] >= guarantee.threshold }
        #expect(accepted.count == guarantee.accepted)
        #expect(accepted.count { !isRight[$0] } == guarantee.errors)
        #expect(guarantee.coverage == Double(guarantee.accepted) / 5_000)
    }

    @Test func `predictions of equal probability are accepted together or not at all`() {
        let guarantee = ErrorRateGuarantee(
            maxError: 0.1, probabilities: [Double](repeating: 0.9, count: 1_000),
            isRight: (0..<1_000).map { $0 % 50 != 0 })
        #expect(guarantee.outcome == .guaranteed && guarantee.accepted == 1_000 && guarantee.threshold == 0.9)
    }

    @Test(arguments: [
        (0, true, ErrorRateGuarantee.Outcome.tooFewRows), (38, true, .tooFewRows),
        (2_000, false, .tooManyErrors),
    ])
    func `an error rate that cannot be guaranteed has no threshold`(
        rows: Int, isRight: Bool, outcome: ErrorRateGuarantee.Outcome
    ) {
        let guarantee = ErrorRateGuarantee(
            maxError: 0.1, probabilities: [Double](repeating: 0.8, count: rows),
            isRight: [Bool](repeating: isRight, count: rows))
        #expect(guarantee.outcome == outcome && guarantee.accepted == 0 && guarantee.threshold > 1)
        #expect(guarantee.coverage == 0 && guarantee.bound == 1)
    }

    @Test func `the minimum number of rows suffices if none is wrong`() {
        for maxError in [0.01, 0.05, 0.1] {
            let fewest = ErrorRateGuarantee.fewestRows(maxError: maxError)
            for (rows, outcome) in [
                (fewest - 1, ErrorRateGuarantee.Outcome.tooFewRows), (fewest, .guaranteed),
            ] {
                let guarantee = ErrorRateGuarantee(
                    maxError: maxError, probabilities: [Double](repeating: 1, count: rows),
                    isRight: [Bool](repeating: true, count: rows))
                #expect(guarantee.outcome == outcome, "\(rows) rows for \(maxError)")
            }
        }
    }
}
