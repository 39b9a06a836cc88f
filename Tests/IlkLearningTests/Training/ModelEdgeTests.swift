import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// Models of minimal and of extreme training sets.
@Suite struct `Models at the edge` {
    struct Edge: CustomTestStringConvertible {
        var testDescription: String
        var examples: [ModelFixture.Example]
        var categories: Int
        var featureGroups = LinearSettings().featureGroups
    }

    static let edges: [Edge] = [
        Edge(testDescription: "no text", examples: [], categories: 2),
        Edge(testDescription: "one label", examples: many(30, categories: 1), categories: 1),
        Edge(testDescription: "one text", examples: many(1, categories: 1), categories: 2),
        Edge(testDescription: "a label without a text", examples: many(30, categories: 2), categories: 3),
        Edge(
            testDescription: "empty texts", examples: (0..<30).map { .init(text: "", category: $0 % 2) },
            categories: 2),
        Edge(
            testDescription: "texts that are all the same",
            examples: (0..<30).map { .init(text: "rake", category: $0 % 2) }, categories: 2),
        Edge(
            testDescription: "the largest weight there is",
            examples: many(30, categories: 2) + [
                .init(text: "rake", category: 0, weight: .greatestFiniteMagnitude)
            ], categories: 2),
        Edge(
            testDescription: "the smallest weight there is",
            examples: many(30, categories: 2).map {
                .init(text: $0.text, category: $0.category, weight: .leastNonzeroMagnitude)
            }, categories: 2),
        Edge(testDescription: "a weight that is no number", examples: weighed(.nan), categories: 2),
        Edge(testDescription: "an endless weight", examples: weighed(.infinity), categories: 2),
        Edge(testDescription: "a weight of nothing", examples: weighed(0), categories: 2),
        Edge(testDescription: "a negative weight", examples: weighed(-5), categories: 2),
        Edge(testDescription: "nine labels", examples: many(40, categories: 9), categories: 9),
        Edge(
            testDescription: "ten thousand labels", examples: many(12, categories: 6), categories: 10_000,
            featureGroups: [.unigrams, .bigrams]),
    ]

    private static let words = ["rake", "hedge", "oven", "dough", "tide", "hull", "ferry", "日本語", "ไทย", "😀"]

    private static func many(_ count: Int, categories: Int) -> [ModelFixture.Example] {
        (0..<count).map {
            .init(
                text: "\(words[$0 % categories % words.count]) \(words[$0 % words.count])",
                category: $0 % categories)
        }
    }

    private static func weighed(_ weight: Double) -> [ModelFixture.Example] {
        many(30, categories: 2) + [.init(text: "rake oven", category: 0, weight: weight)]
    }

    private static let texts = [
        "", " ", "\n", "rake", "words that no text has", "日本語ไทย", "!!!!!!!!",
        String(repeating: "rake ", count: 900),
        String(repeating: "x", count: 9_000), "#Rake 12 http://x.example/y jo@x.example 😀😀",
    ]

    @Test(arguments: edges)
    func `every score of a linear model is finite`(_ edge: Edge) throws {
        let model = try ModelFixture.model(
            ModelFixture.linear(
                edge.examples, categories: edge.categories,
                settings: LinearSettings(featureGroups: edge.featureGroups, costs: [0.1, 0.8], folds: 3)))
        var probabilities: [Double] = []
        for scores in try ModelFixture.scores(model, Self.texts) {
            #expect(scores.allSatisfy { $0.isFinite })
            Softmax.probabilities(of: scores, into: &probabilities)
            #expect(probabilities.allSatisfy { $0 >= 0 && $0 <= 1 })
            #expect(abs(probabilities.reduce(0, +) - 1) < 1e-9)
        }
        let missing = Set(0..<edge.categories).subtracting(edge.examples.map(\.category))
        guard !missing.isEmpty, !edge.examples.isEmpty else { return }
        for scores in try ModelFixture.scores(model, Self.texts) {
            let best = scores.indices.reduce(0) { scores[$1] > scores[$0] ? $1 : $0 }
            #expect(!missing.contains(best), "a category without texts was predicted")
        }
    }

    @Test(arguments: CountUnit.allCases)
    func `a model without counts has bit-identical scores and reports the missing counts`(
        _ unit: CountUnit
    ) throws {
        for featureGroups: [FeatureGroup] in [
            [.unigrams], [.style, .unigrams, .skeletonBigrams], [.characterNgrams],
        ] {
            let whole = try ModelFixture.bayes(featureGroups: featureGroups, by: unit)
            let stripped = try ModelFixture.bayes(
                featureGroups: featureGroups, by: unit, includesCounts: false)
            #expect(stripped.count < whole.count)
            #expect(
                try ModelFixture.scores(ModelFixture.model(whole), Self.texts)
                    == ModelFixture.scores(ModelFixture.model(stripped), Self.texts))
            let model = try BayesModel(ModelStorage(copying: stripped))
            #expect(!model.hasCounts)
            #expect(try model.counts() == nil)
        }
    }

    @Test(arguments: TestLength.some(2, of: [2, 3, 8]))
    func `a linear model is within its size limit and uses a good part of it`(_ categories: Int) throws {
        let examples = Self.letters(120, categories: categories)
        let settings = LinearSettings(costs: [0.2], folds: 3)
        let trainer = try ModelFixture.trainer(examples, categories: categories, settings: settings)
        let whole = try trainer.build().bytes
        #expect(try trainer.build(mostBytes: whole.count).bytes == whole)
        var last = whole.count
        for share in TestLength.some(2, of: [0.9, 0.5, 0.35]) {
            let most = Int(Double(whole.count) * share)
            let bytes = try trainer.build(mostBytes: most).bytes
            #expect(bytes.count <= most && bytes.count <= last)
            #expect(bytes.count > most / 3, "\(bytes.count) of \(most) bytes")
            #expect(try ModelFixture.model(bytes).featureCount > 0)
            last = bytes.count
        }
        let error = #expect(throws: FormatError.self) { try trainer.build(mostBytes: 400) }
        #expect(error?.code == .tooLarge)
    }

    @Test(arguments: CountUnit.allCases)
    func `a Bayes model is within its size limit and drops no more than necessary`(
        _ unit: CountUnit
    ) throws {
        let trainer = try ModelFixture.counted(
            Self.letters(120, categories: 2), categories: 2, featureGroups: [.unigrams, .characterNgrams],
            by: unit
        )
        let groupWeights = trainer.fittedGroupWeights()
        for includesCounts in [true, false] {
            let whole = try trainer.build(groupWeights: groupWeights, includesCounts: includesCounts)
            for share in [1, 0.8, 0.5, 0.2] {
                let most = Int(Double(whole.count) * share)
                let bytes = try trainer.build(
                    groupWeights: groupWeights, includesCounts: includesCounts, mostBytes: most)
                #expect(bytes.count <= most)
                let model = try BayesModel(ModelStorage(copying: bytes))
                #expect(model.hasCounts == includesCounts)
                // A feature takes some tens of bytes, so no further one would fit.
                #expect(bytes.count > most - max(200, most / 200), "\(bytes.count) of \(most) bytes")
            }
        }
        let error = #expect(throws: FormatError.self) {
            try trainer.build(groupWeights: groupWeights, includesCounts: true, mostBytes: 100)
        }
        #expect(error?.code == .tooLarge)
    }

    /// Returns texts of random words. Half of the words contain letters that are typical of the category.
    private static func letters(_ count: Int, categories: Int) -> [ModelFixture.Example] {
        var generator = SeededGenerator(seed: 31)
        return (0..<count).map { index in
            let category = index % categories
            let words = (0..<8).map { _ in
                let own = Bool.random(using: &generator)
                return String(
                    (0..<Int.random(in: 2...7, using: &generator)).map { _ in
                        let letter = UInt8.random(in: 0..<12, using: &generator)
                        return Character(UnicodeScalar(97 + (own ? UInt8(category) : letter) + letter / 4))
                    })
            }
            return .init(text: words.joined(separator: " "), category: category)
        }
    }
}
