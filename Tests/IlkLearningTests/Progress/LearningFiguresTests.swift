import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Figures of corrections") struct LearningFiguresTests {
    private static func figures(_ texts: [ReviewedText]) -> LearningFigures {
        LearningFigures(
            texts, taxonomy: ReviewedText.taxonomy,
            versions: VersionTimeline([], initial: "none", manifests: []), period: -.infinity ... .infinity)
    }

    @Test func `audits and chosen texts are counted apart`() {
        let audits = (0..<29).map { place in
            ReviewedText.one("cold", as: "cold", at: Double(place), isAudit: true)
        }
        let chosen = ReviewedText.series(15) { $0 < 5 }
        let few = Self.figures(audits + chosen)
        #expect(few.total.audits.correct == 29 && few.total.chosen.correct == 5 && few.total.correct == 34)
        #expect(!few.hasEnoughAudits)
        #expect(few.audits.blocks.count == 2 && few.chosen.blocks.count == 1)
        let enough = Self.figures(audits + [.one("wet", as: "cold", isAudit: true)])
        #expect(enough.hasEnoughAudits && enough.total.audits.accuracy.share == 29.0 / 30)
    }

    @Test func `texts are sorted by time`() {
        let figures = Self.figures(ReviewedText.series(20) { $0 < 10 }.reversed())
        #expect(figures.times == 0...19)
        #expect(figures.chosen.blocks.map(\.tally.correct) == [10, 0])
    }

    @Test func `the author with the most texts is first`() {
        let figures = Self.figures([
            .one("cold", as: "warm", by: "ben"), .one("cold", as: "cold", isAudit: true, by: "ben"),
            .one("cold", as: "cold", by: "ana"), .one("cold", as: "cold", by: "cleo"),
        ])
        #expect(figures.authors.map(\.name) == ["ben", "ana", "cleo"])
        let ben = figures.authors[0].predictions
        #expect(ben.audits.correct == 1 && ben.chosen.texts == 1 && ben.chosen.correct == 0)
    }

    @Test func `abstentions are counted with their most probable label`() {
        var text = ReviewedText.one("cold", as: "cold")
        text.hasAbstained = true
        let total = Self.figures([text, .one("cold", as: "cold")]).total
        #expect(total.abstained == 1 && total.correct == 2)
    }

    @Test func `without texts there are no times and no blocks`() {
        let figures = Self.figures([])
        #expect(figures.times == nil && figures.chosen.blocks.isEmpty && figures.total.texts == 0)
        #expect(figures.labels.rows.isEmpty && figures.authors.isEmpty)
    }
}
