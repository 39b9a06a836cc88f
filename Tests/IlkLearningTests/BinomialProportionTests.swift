import Testing

@testable import IlkLearning

@Suite("Binomial proportions") struct BinomialProportionTests {
    /// With no or only events, the bounds have a closed form without the beta function.
    @Test(arguments: [1, 2, 10, 59, 299, 10_000, 1_000_000])
    func `without events the upper bound has its closed form`(trials: Int) {
        let bound = BinomialProportion(events: 0, trials: trials).upperBound(error: 0.05)
        let expected = 0.05
        // (1 - p)^n = 0.05
        let found = power(1 - bound, trials)
        #expect(abs(found - expected) < 1e-6, "\(trials): \(bound) gives \(found)")
        let other = BinomialProportion(events: trials, trials: trials)
        #expect(abs(other.lowerBound(error: 0.05) - (1 - bound)) < 1e-9)
        #expect(other.upperBound() == 1 && BinomialProportion(events: 0, trials: trials).lowerBound() == 0)
    }

    @Test(arguments: [(1, 7), (3, 10), (5, 100), (17, 18), (40, 1_000)])
    func `the bounds match a direct sum of the binomial distribution`(events: Int, trials: Int) {
        let proportion = BinomialProportion(events: events, trials: trials)
        let upper = proportion.upperBound(error: 0.05)
        #expect(abs(summed(events, trials, upper) - 0.05) < 1e-9)
        let lower = proportion.lowerBound(error: 0.05)
        #expect(abs(1 - summed(events - 1, trials, lower) - 0.05) < 1e-9)
        #expect(abs(proportion.cumulative(probability: 0.3) - summed(events, trials, 0.3)) < 1e-12)
        #expect(lower < proportion.share && proportion.share < upper)
    }

    @Test func `without trials the bounds are 0 and 1`() {
        let nothing = BinomialProportion(events: 0, trials: 0)
        #expect(nothing.share == 0 && nothing.upperBound() == 1 && nothing.lowerBound() == 0)
        #expect(nothing.interval() == ConfidenceInterval(lower: 0, upper: 1))
    }

    @Test func `a hundred million trials have a bound`() {
        let many = BinomialProportion(events: 1_000_000, trials: 100_000_000)
        // The normal approximation is exact to four digits here: 0.01 and 1.645 standard errors of 9.95e-6.
        #expect(abs(many.upperBound(error: 0.05) - (0.01 + 1.645 * 9.95e-6)) < 2e-8)
    }

    /// The sum of the first terms of the binomial distribution, each computed from the previous one.
    private func summed(_ events: Int, _ trials: Int, _ probability: Double) -> Double {
        var term = power(1 - probability, trials)
        var sum = term
        for event in stride(from: 1, through: events, by: 1) {
            term *= Double(trials - event + 1) / Double(event) * probability / (1 - probability)
            sum += term
        }
        return sum
    }

    private func power(_ base: Double, _ exponent: Int) -> Double {
        var result = 1.0
        var square = base
        var left = exponent
        while left > 0 {
            if left & 1 == 1 { result *= square }
            square *= square
            left >>= 1
        }
        return result
    }
}
