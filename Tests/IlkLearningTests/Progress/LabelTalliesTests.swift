import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Corrections by label") struct LabelTalliesTests {
    private static func tallies(_ texts: [ReviewedText]) -> LabelTallies {
        LabelTallies(texts, taxonomy: ReviewedText.taxonomy)
    }

    @Test func `precision and recall of each label are those of the corrected texts`() throws {
        let found = Self.tallies([
            .one("warm", as: "warm"), .one("warm", as: "warm"), .one("warm", as: "cold"),
            .one("cold", as: "cold"), .one("cold", as: "misty"),
        ])
        #expect(found.rows.map(\.label) == ["cold", "warm", "misty"], "the taxonomy's order, then others")
        let warm = found.rows[1]
        #expect(warm.recall == BinomialProportion(events: 2, trials: 3))
        #expect(warm.precision == BinomialProportion(events: 2, trials: 2))
        let misty = found.rows[2]
        #expect(misty.recall.trials == 0 && misty.precision == BinomialProportion(events: 0, trials: 1))
    }

    @Test func `confusions are listed by frequency, then by label`() {
        let found = Self.tallies([
            .one("wet", as: "warm"), .one("cold", as: "wet"), .one("cold", as: "warm"),
            .one("warm", as: "cold"),
            .one("warm", as: "cold"), .one("warm", as: "warm"),
        ])
        let names = found.confusions.map { "\($0.actual) \($0.predicted) \($0.texts)" }
        #expect(names == ["warm cold 2", "cold warm 1", "cold wet 1", "wet warm 1"])
    }

    @Test func `of texts with several labels each label counts`() throws {
        let texts = [
            ReviewedText(time: 0, actual: ["cold", "wet"], predicted: ["wet", "cold"], author: "ana"),
            ReviewedText(time: 1, actual: ["wet"], predicted: ["wet", "warm"], author: "ana"),
            ReviewedText(time: 2, actual: [], predicted: [], hasAbstained: true, author: "ana"),
            ReviewedText(time: 3, actual: ["warm"], predicted: [], hasAbstained: true, author: "ana"),
        ]
        #expect(texts.map(\.isCorrect) == [true, false, true, false])
        let found = Self.tallies(texts)
        #expect(found.confusions.isEmpty)
        let counts = found.rows.map { [$0.actual, $0.predicted, $0.both] }
        #expect(counts == [[1, 1, 1], [1, 1, 0], [2, 2, 2]])
    }
}
