import IlkLearning
import Testing

@Suite struct `The gate of retraining` {
    struct Fact: Sendable, CustomTestStringConvertible {
        var texts: Int
        var lost: Int
        var won: Int
        var isWorse: Bool

        var testDescription: String { "\(lost) lost and \(won) won of \(texts)" }
    }

    @Test(arguments: [
        Fact(texts: 0, lost: 0, won: 0, isWorse: false),
        Fact(texts: 1, lost: 1, won: 0, isWorse: false),
        // One of six is more than half a point, and can be chance.
        Fact(texts: 6, lost: 1, won: 0, isWorse: false),
        Fact(texts: 30, lost: 10, won: 0, isWorse: true),
        Fact(texts: 100, lost: 4, won: 0, isWorse: false),
        Fact(texts: 100, lost: 12, won: 1, isWorse: true),
        // From 200 texts on what was measured decides.
        Fact(texts: 200, lost: 1, won: 0, isWorse: false),
        Fact(texts: 200, lost: 2, won: 0, isWorse: true),
        Fact(texts: 325, lost: 1, won: 0, isWorse: false),
        Fact(texts: 325, lost: 5, won: 3, isWorse: true),
        Fact(texts: 1000, lost: 5, won: 0, isWorse: false),
        Fact(texts: 1000, lost: 6, won: 0, isWorse: true),
        Fact(texts: 1000, lost: 40, won: 50, isWorse: false),
    ]) func `half a point is what it may cost`(fact: Fact) {
        var comparison = PairedComparison()
        comparison.onlyFirstRight = fact.lost
        comparison.onlySecondRight = fact.won
        comparison.bothRight = fact.texts - fact.lost - fact.won
        let sample = GateSample(name: "texts", comparison: comparison)
        #expect(sample.isWorse == fact.isWorse, "\(sample.line)")
        #expect(RetrainingGate([sample]).isPassed != fact.isWorse)
    }

    @Test func `a sample says what it was and how far that is known, in one line`() {
        var comparison = PairedComparison()
        comparison.bothRight = 290
        comparison.onlyFirstRight = 2
        comparison.onlySecondRight = 5
        comparison.bothWrong = 28
        let line = GateSample(name: "frozen texts", comparison: comparison).line
        #expect(line == "292 of 325 right before, 295 after (95 %: -0.8 to +2.6 points)")
    }
}
