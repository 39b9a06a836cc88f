import IlkLearning
import Testing

@Suite struct `The gate of retraining` {
    /// Answers to texts of a log whose margins are spread evenly, or all as given.
    struct Answers: Sendable {
        var texts: Int
        var won = 0
        var lost = 0
        var margin: Double?
        var age = 0
        var sample = GateSample.heldOut

        var all: [GateText] {
            (0..<texts).map { place in
                // Steps that are coprime with the number of texts spread the changes over the margins.
                let spread = (Double(place * 37 % texts) + 0.5) / Double(texts)
                return GateText(
                    sample: sample, activeIsCorrect: place >= won,
                    candidateIsCorrect: place < won || place >= won + lost, margin: margin ?? spread, age: age
                )
            }
        }
    }

    struct Fact: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var answers: [Answers] = []
        /// The texts of the regression set of 325 that are lost.
        var fallen = 0
        /// The expected gain in percentage points.
        var points: Double
        var isPassed: Bool

        init(_ name: String, _ answers: [Answers], fallen: Int = 0, points: Double, isPassed: Bool) {
            testDescription = name
            (self.answers, self.fallen) = (answers, fallen)
            (self.points, self.isPassed) = (points, isPassed)
        }
    }

    /// The margins of a log, evenly spread.
    private static let strata = MarginStrata(["model": (0..<1000).map { (Double($0) + 0.5) / 1000 }])

    private static func regression(of texts: Int = 325, lost: Int, won: Int = 0) -> GateSample {
        var comparison = PairedComparison()
        comparison.onlyFirstRight = lost
        comparison.onlySecondRight = won
        comparison.bothRight = texts - lost - won
        return GateSample(name: GateSample.regressionSet, comparison: comparison)
    }

    // The points are those of the Python prototype.
    @Test(arguments: [
        Fact("no corrections to measure on", [], points: 0.19, isPassed: true),
        Fact("few corrections, none worse", [Answers(texts: 6)], points: 0.18, isPassed: true),
        Fact("few corrections, one worse", [Answers(texts: 6, lost: 1)], points: -0.03, isPassed: false),
        Fact("few corrections, one better", [Answers(texts: 6, won: 1)], points: 0.40, isPassed: true),
        Fact(
            "clear gain", [Answers(texts: 101, won: 12, lost: 2)], fallen: 1, points: 1.74, isPassed: true),
        Fact("clear loss", [Answers(texts: 101, won: 2, lost: 12)], points: -1.61, isPassed: false),
        Fact(
            "only uncertain texts of the queue are won",
            [Answers(texts: 60, won: 20, margin: 0.05), Answers(texts: 41, lost: 4, sample: "audit sample")],
            points: -0.29, isPassed: false),
        Fact(
            "as many texts are won at random", [Answers(texts: 101, won: 20, lost: 4)], points: 2.08,
            isPassed: true),
        Fact(
            "the regression set falls by 1.0 points", [Answers(texts: 101, won: 4)], fallen: 3, points: 1.28,
            isPassed: true),
        Fact("it loses one text of 325", [Answers(texts: 41)], fallen: 1, points: 0.02, isPassed: true),
        Fact("it loses two texts", [Answers(texts: 41)], fallen: 2, points: -0.08, isPassed: false),
        Fact("it falls by 1.0 points without a gain", [], fallen: 3, points: -0.29, isPassed: false),
        Fact(
            "it falls by 1.5 points, but a gain is highly probable", [Answers(texts: 101, won: 12)],
            fallen: 5,
            points: 2.02, isPassed: true),
        Fact(
            "it falls by 1.5 points, and a gain is likely", [Answers(texts: 101, won: 5)], fallen: 5,
            points: 1.30, isPassed: false
        ),
        Fact(
            "the texts have changed, and new ones are won",
            [Answers(texts: 101, lost: 15, age: 1600), Answers(texts: 101, won: 10)], points: 2.14,
            isPassed: true),
        Fact(
            "they have not changed", [Answers(texts: 101, lost: 15), Answers(texts: 101, won: 10)],
            points: -0.60, isPassed: false),
        Fact(
            "a small inconclusive sample does not block",
            [Answers(texts: 21, lost: 1), Answers(texts: 201, won: 8, sample: "audit sample")], points: 1.85,
            isPassed: true),
    ]) func `the expected gain decides`(fact: Fact) throws {
        let gate = RetrainingGate(
            fact.answers.flatMap(\.all), regression: [Self.regression(lost: fact.fallen)],
            strata: Self.strata, prior: .learned)
        let gain = try #require(gate.gain)
        #expect(abs(gain.mean * 100 - fact.points) < 0.01, "\(gain.mean)")
        #expect(gate.isPassed == fact.isPassed, "\(gate.reason)")
        #expect(gate.samples.last?.comparison.texts == 325)
    }

    /// The texts of a user's regression set, lost ones, and whether it has fallen.
    @Test(
        arguments: [
            (325, 3, false), (325, 4, true), (325, 0, false), (20, 3, false), (20, 4, true),
            (2000, 24, false),
            (2000, 25, true), (0, 0, false),
        ])
    func `a regression set has fallen if it loses 4 texts and 1.2 points`(
        texts: Int, lost: Int, isFallen: Bool
    ) {
        let gate = RetrainingGate([Self.regression(of: texts, lost: lost)])
        #expect(gate.fallen.isEmpty == !isFallen)
    }

    @Test func `other samples do not fall`() {
        var comparison = PairedComparison()
        comparison.onlyFirstRight = 9
        #expect(RetrainingGate([GateSample(name: "held out", comparison: comparison)]).fallen.isEmpty)
    }

    @Test(arguments: [0, 1_000, 100_000, 300_000, 1_000_000])
    func `texts of any age give a finite estimate`(age: Int) throws {
        let gate = RetrainingGate(
            Answers(texts: 101, won: 9, age: age).all, strata: Self.strata, prior: .learned)
        let gain = try #require(gate.gain)
        #expect(gain.mean > 0 && gain.mean < 0.1 && gain.standardDeviation > 0, "\(gain)")
    }

    @Test func `without any text a candidate that learned is promoted, and later corrections test it`() {
        let gate = RetrainingGate([], strata: MarginStrata([:]), prior: .learned)
        #expect(gate.isPassed && gate.samples.isEmpty && gate.reason.contains("Later corrections"))
        #expect(!RetrainingGate().isPassed, "not evaluated")
    }

    @Test func `a first model of a store is promoted only if it gains`() {
        for (won, isPassed) in [(0, false), (1, true)] {
            let gate = RetrainingGate(
                Answers(texts: 12, won: won).all, strata: MarginStrata([:]), prior: .trained)
            #expect(gate.isPassed == isPassed, "\(gate.reason)")
        }
    }

    /// The corrections since the promotion, those that only the earlier or only the active version predicts,
    /// and the decision.
    @Test(
        arguments: [
            (10, 3, 0, false), (20, 4, 0, true), (40, 8, 0, true), (40, 1, 0, false), (40, 3, 1, false),
            (101, 20, 15, false), (101, 5, 0, true), (40, 0, 0, false), (40, 0, 8, false),
        ])
    func `an earlier version that is probably better replaces the active one`(
        texts: Int, won: Int, lost: Int, isRolledBack: Bool
    ) throws {
        let gate = RetrainingGate(
            Answers(texts: texts, won: won, lost: lost).all, regression: [Self.regression(lost: 0)],
            strata: Self.strata, prior: .earlier)
        let probability = try #require(gate.gain).probabilityOfGain
        #expect((probability > RetrainingGate.rollbackProbability) == isRolledBack, "\(probability)")
    }

    @Test func `uncertain texts of the queue do not roll back alone`() throws {
        let gate = RetrainingGate(
            Answers(texts: 40, won: 32, margin: 0.05).all, regression: [Self.regression(lost: 0)],
            strata: Self.strata, prior: .earlier)
        #expect(try #require(gate.gain).probabilityOfGain < RetrainingGate.rollbackProbability)
    }

    @Test func `a gain is summarized with its limits`() {
        let gate = RetrainingGate(
            [], regression: [Self.regression(lost: 0)], strata: Self.strata, prior: .learned)
        #expect(gate.gain?.line == "+0.2 points expected, at worst -2.8, at best +3.2 (95 % interval)")
        #expect(gate.reason == "Expected gain: +0.2 points.")
        let fallen = RetrainingGate(
            Answers(texts: 101, won: 5).all, regression: [Self.regression(lost: 5)], strata: Self.strata,
            prior: .learned)
        #expect(
            fallen.reason
                == "The accuracy on the regression set falls by 1.5 points, more than the 1.2 permitted.")
        let lost = RetrainingGate(Answers(texts: 101, lost: 12).all, strata: Self.strata, prior: .learned)
        #expect(lost.reason.hasPrefix("No gain is expected: -"), "\(lost.reason)")
    }

    @Test func `samples count the answers under their names, regression sets last`() {
        let gate = RetrainingGate(
            Answers(texts: 3, won: 1, sample: "audit sample").all + Answers(texts: 5, lost: 2).all,
            regression: [Self.regression(lost: 1), Self.regression(of: 0, lost: 0)], strata: Self.strata,
            prior: .learned)
        #expect(
            gate.samples.map { "\($0.name) \($0.comparison.correctCounts)" } == [
                "audit sample 2 → 3 of 3", "held out 5 → 3 of 5", "regression set 325 → 324 of 325",
            ])
    }
}
