import IlkLearning
import Testing

@Suite struct `The gate of retraining` {
    struct Fact: Sendable, CustomTestStringConvertible {
        var texts: Int
        var lost: Int
        var won: Int
        var isWorse = false
        var isShown: Bool

        var testDescription: String { "\(lost) lost and \(won) won of \(texts)" }

        var comparison: PairedComparison {
            var comparison = PairedComparison()
            comparison.onlyFirstRight = lost
            comparison.onlySecondRight = won
            comparison.bothRight = texts - lost - won
            return comparison
        }
    }

    @Test(arguments: [
        Fact(texts: 0, lost: 0, won: 0, isShown: false),
        Fact(texts: 6, lost: 1, won: 0, isWorse: true, isShown: false),
        Fact(texts: 6, lost: 0, won: 0, isShown: false),
        Fact(texts: 24, lost: 0, won: 10, isShown: true),
        Fact(texts: 24, lost: 1, won: 3, isShown: false),
        Fact(texts: 150, lost: 6, won: 2, isWorse: true, isShown: false),
        Fact(texts: 199, lost: 1, won: 0, isWorse: true, isShown: false),
        Fact(texts: 200, lost: 1, won: 0, isShown: false),
        Fact(texts: 200, lost: 2, won: 0, isWorse: true, isShown: false),
        Fact(texts: 325, lost: 0, won: 0, isShown: false),
        Fact(texts: 330, lost: 0, won: 0, isShown: true),
        Fact(texts: 1000, lost: 5, won: 0, isShown: false),
        Fact(texts: 1000, lost: 40, won: 50, isShown: false),
        Fact(texts: 1000, lost: 30, won: 60, isShown: true),
        Fact(texts: 10_000, lost: 20, won: 10, isShown: true),
        Fact(texts: 10_000, lost: 45, won: 0, isShown: false),
    ]) func `a loss above half a point is refused, and a smaller one must be shown`(fact: Fact) {
        let sample = GateSample(name: "texts", comparison: fact.comparison)
        #expect(sample.isWorse == fact.isWorse && sample.isShownNonInferior == fact.isShown, "\(sample.line)")
        #expect(RetrainingGate([sample]).isPassed == (fact.isShown && !fact.isWorse))
    }

    /// Returns a sample in which the change of the actual category's probability alternates about a mean.
    private func sample(_ name: String, texts: Int, lost: Int = 0, mean: Double, spread: Double) -> GateSample
    {
        let fact = Fact(texts: texts, lost: lost, won: 0, isShown: false)
        var shift = MeanOfTexts()
        for number in 0..<texts {
            shift.add(mean + (number % 2 == 0 ? spread : -spread))
        }
        return GateSample(name: name, comparison: fact.comparison, shift: shift)
    }

    @Test func `for a few hundred texts the probabilities decide where accuracy cannot`() {
        #expect(sample("frozen", texts: 326, mean: 0, spread: 0.03).isShownNonInferior)
        #expect(
            !sample("frozen", texts: 326, mean: 0, spread: 0.1).isShownNonInferior,
            "so wide a spread hides a loss")
        #expect(!sample("frozen", texts: 326, mean: -0.004, spread: 0.03).isShownNonInferior)
        #expect(sample("frozen", texts: 326, mean: 0.02, spread: 0.1).isShownNonInferior)
        // However confident the model is on the others, two of 326 texts are more than half a percentage
        // point.
        let lossy = sample("frozen", texts: 326, lost: 2, mean: 0.02, spread: 0.01)
        #expect(lossy.isShownNonInferior && lossy.isWorse && !RetrainingGate([lossy]).isPassed)
        #expect(
            !sample("held out", texts: 98, mean: 0.1, spread: 0).isShownNonInferior, "too few for a mean")
    }

    @Test func `a small sample can rely on another one, but a large one cannot`() {
        let frozen = sample("regression set", texts: 326, mean: 0, spread: 0.02)
        let small = GateSample(
            name: "held out", comparison: Fact(texts: 8, lost: 0, won: 0, isShown: false).comparison)
        #expect(RetrainingGate([small, frozen]).isPassed)
        #expect(!RetrainingGate([small]).isPassed, "no sample shows it")
        #expect(RetrainingGate([small]).reason.contains("rule out a loss"))
        let large = sample("held out", texts: 200, mean: 0, spread: 0.2)
        let gate = RetrainingGate([large, frozen])
        #expect(!gate.isPassed && gate.undecided == [large] && gate.reason.contains(": held out."))
        let worse = GateSample(
            name: "held out", comparison: Fact(texts: 8, lost: 1, won: 0, isShown: false).comparison)
        let refused = RetrainingGate([worse, frozen])
        #expect(
            !refused.isPassed && refused.reason.hasPrefix("Less accurate on: held out.")
                && refused.reason.contains("chance"))
    }

    @Test func `without samples a candidate is not promoted`() {
        let gate = RetrainingGate([])
        #expect(!gate.isPassed && gate.reason.contains("no texts to compare"))
    }

    @Test func `the lower bound equals that of Student's t-test in R`() {
        // R: t.test(c(.3, .1, .2, .4, 0, .2), alternative = "greater")
        var shift = MeanOfTexts()
        for difference in [0.3, 0.1, 0.2, 0.4, 0, 0.2] { shift.add(difference) }
        #expect(
            abs(shift.mean - 0.2) < 1e-12 && abs(shift.lowerBound - 0.083_660) < 0.001, "\(shift.lowerBound)")
    }

    @Test func `a sample is summarized in one line with its lower bound`() {
        var comparison = PairedComparison()
        comparison.bothRight = 290
        comparison.onlyFirstRight = 2
        comparison.onlySecondRight = 5
        comparison.bothWrong = 28
        let line = GateSample(name: "regression set", comparison: comparison).line
        #expect(
            line == "292 of 325 correct before, 295 after (at worst -0.6 points, 95 % confidence)", "\(line)")
    }
}
