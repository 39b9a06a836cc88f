import IlkLearning
import IlkVocabulary
import TestSupport
import Testing

@Suite struct `Drift of figures` {
    private static let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour", "quay"])

    /// Returns figures of random texts with these probabilities.
    private static func figures(
        _ texts: Int, shares: [Double], abstention: Double = 0.1, unknown: Double = 0.2, trust: Double = 0,
        using generator: inout SeededGenerator
    ) -> DriftFigures {
        var figures = DriftFigures()
        figures.texts = texts
        figures.judged = texts
        for _ in 0..<texts {
            var place = Double.random(in: 0..<1, using: &generator)
            var category = 0
            while category < shares.count - 1, place >= shares[category] {
                place -= shares[category]
                category += 1
            }
            figures.labels[taxonomy.categories[category], default: 0] += 1
            if Double.random(in: 0..<1, using: &generator) < abstention { figures.abstained += 1 }
            figures.unknownWords.add(
                min(1, max(0, unknown + Double.random(in: -0.2...0.2, using: &generator))))
            let stated = Double.random(in: 0.5...1, using: &generator)
            figures.calibration.add(
                stated: stated,
                isRight: Double.random(in: 0..<1, using: &generator) < stated - trust)
        }
        return figures
    }

    @Test func `a thousand stable logs raise at most one false alarm`() {
        var generator = SeededGenerator(seed: 31)
        let test = DriftTest(Self.taxonomy)
        var alarms = 0
        for _ in 0..<1_000 {
            let now = Self.figures(200, shares: [0.5, 0.3, 0.2], using: &generator)
            let before = Self.figures(400, shares: [0.5, 0.3, 0.2], using: &generator)
            if test.findings(now, against: before).contains(where: \.hasMoved) { alarms += 1 }
        }
        #expect(alarms <= 1)
    }

    struct Plant: Sendable {
        var watched: DriftFinding.Figure
        var shares = [0.5, 0.3, 0.2]
        var abstention = 0.1
        var unknown = 0.2
        var trust = 0.0
    }

    @Test(arguments: [
        Plant(watched: .label("quay"), shares: [0.3, 0.2, 0.5]), Plant(watched: .abstention, abstention: 0.3),
        Plant(watched: .outOfVocabularyRate, unknown: 0.35), Plant(watched: .calibration, trust: 0.2),
    ]) func `each kind of drift is detected`(plant: Plant) {
        var generator = SeededGenerator(seed: 32)
        let before = Self.figures(400, shares: [0.5, 0.3, 0.2], using: &generator)
        let now = Self.figures(
            400, shares: plant.shares, abstention: plant.abstention, unknown: plant.unknown,
            trust: plant.trust, using: &generator)
        let moved = DriftTest(Self.taxonomy).findings(now, against: before).filter(\.hasMoved).map(\.watched)
        #expect(moved.contains(plant.watched))
        if case .label = plant.watched { return }
        #expect(moved == [plant.watched])
    }

    @Test func `a small drift is ignored however many texts show it`() {
        var before = DriftFigures()
        before.texts = 10_000_000
        before.labels = ["garden": 5_000_000, "quay": 5_000_000]
        var now = before
        now.labels = ["garden": 5_200_000, "quay": 4_800_000]
        #expect(DriftTest(Self.taxonomy).findings(now, against: before).allSatisfy { !$0.hasMoved })
    }

    @Test func `too few texts give no findings`() {
        var few = DriftFigures()
        few.texts = 29
        few.labels = ["garden": 29]
        #expect(DriftTest(Self.taxonomy).findings(few, against: few).isEmpty)
    }
}
