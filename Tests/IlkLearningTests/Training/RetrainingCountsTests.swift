import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

@Suite struct `Counts for retraining` {
    private static let taxonomy = Taxonomy(name: "made", categories: ["a", "b", "c"])
    private static let settings = BayesSettings(
        featureGroups: [.style, .unigrams, .bigrams],
        weighing: GroupWeighting(.multinomial, smoothing: 1, by: .occurrences), minimumFrequency: 1)

    private struct Step {
        var text: String
        var category: Int
        var kind: RetrainingCounts.Evidence?
    }

    private static func steps(_ count: Int, seed: UInt64) -> [Step] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let words = (0..<6).map { _ in "word\(Int.random(in: 0..<20, using: &generator))" }
            let kinds: [RetrainingCounts.Evidence?] = [nil, .rules, .unlabeled]
            return Step(
                text: words.joined(separator: " "), category: index % 3,
                kind: kinds[Int.random(in: 0..<3, using: &generator)])
        }
    }

    private func apply(_ steps: [Step], to counts: inout RetrainingCounts, takingBack: Bool = false) throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var scratch = ModelScratch()
        for step in steps {
            analyzer.analyze(step.text, into: &analysis)
            guard let kind = step.kind else {
                counts.count(
                    analysis, category: step.category, weight: 8, takingBack: takingBack, using: &scratch)
                continue
            }
            var shares = [0.3, 0.3, 0.3]
            shares[step.category] += 0.1
            counts.count(analysis, as: kind, shares: shares, takingBack: takingBack, using: &scratch)
        }
    }

    private func counted(_ steps: [Step]) throws -> RetrainingCounts {
        var counts = RetrainingCounts(taxonomy: Self.taxonomy, featureGroups: Self.settings.featureGroups)
        try apply(steps, to: &counts)
        return counts
    }

    private func parent() throws -> BayesModel {
        var trainer = BayesTrainer(taxonomy: Self.taxonomy, settings: Self.settings)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for step in Self.steps(30, seed: 1) {
            analyzer.analyze(step.text, into: &analysis)
            trainer.add(analysis, category: step.category)
        }
        return try BayesModel(
            ModelStorage(copying: trainer.build(groupWeights: trainer.fittedGroupWeights())))
    }

    private func bytes(_ counts: RetrainingCounts, _ parent: BayesModel, weights: [Double] = [0.25, 0.125])
        throws
        -> [UInt8]
    {
        try counts.model(
            addedTo: parent, counts: try #require(try parent.counts()), weights: weights)
    }

    @Test func `the order of texts and removed texts have no influence`() throws {
        let parent = try parent()
        let steps = Self.steps(40, seed: 2)
        let expected = try bytes(counted(steps), parent)
        #expect(try bytes(counted(steps.reversed()), parent) == expected)
        let others = Self.steps(15, seed: 3)
        var counts = try counted(others + steps)
        try apply(others, to: &counts, takingBack: true)
        #expect(try bytes(counts, parent) == expected)
    }

    @Test func `counts that are written and read can be continued, and truncated ones are rejected`() throws {
        let parent = try parent()
        let steps = Self.steps(40, seed: 4)
        let first = try counted(Array(steps[..<25]))
        var read = try RetrainingCounts(
            bytes: first.bytes[...], taxonomy: Self.taxonomy, featureGroups: Self.settings.featureGroups,
            texts: first.texts)
        #expect(read.texts == first.texts && read.correctionCount == first.correctionCount)
        try apply(Array(steps[25...]), to: &read)
        #expect(try bytes(read, parent) == bytes(counted(steps), parent))
        for end in stride(from: 0, to: first.bytes.count, by: 7) {
            #expect(throws: FormatError.self) {
                try RetrainingCounts(
                    bytes: first.bytes[..<end], taxonomy: Self.taxonomy,
                    featureGroups: Self.settings.featureGroups,
                    texts: first.texts)
            }
        }
    }

    @Test
    func `evidence with weight 0 has no effect, and evidence never changes text counts or weights`()
        throws
    {
        let parent = try parent()
        let steps = Self.steps(40, seed: 5)
        let said = try bytes(counted(steps.filter { $0.kind == nil }), parent)
        #expect(try bytes(counted(steps), parent, weights: [0, 0]) == said)
        let loud = try BayesModel(ModelStorage(copying: bytes(counted(steps), parent, weights: [1, 1])))
        let quiet = try BayesModel(ModelStorage(copying: said))
        #expect(loud.digest != quiet.digest && loud.documents == quiet.documents)
        #expect(loud.manifest.groupWeights == quiet.manifest.groupWeights)
    }
}
