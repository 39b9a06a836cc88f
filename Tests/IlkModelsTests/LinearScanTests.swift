import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkModels

/// The scan sums a text's weights like adding its features one by one.
@Suite struct `The scan of linear models` {
    private static let pieces = [
        "rake", "Rake", "rake-hedge", "don't", "v1.20.3", "12", "12,50", "!", "!!", "!!!!", "…", "#Rake",
        "#rake7",
        "@jo", "jo@x.example", "http://x.example/y", "😀", "😀😀", "日本語", "ไทยแลนด์", "日本", "x", "ß", "naïve",
        "\n",
        ".", ",", "\"", "(", ")", "tag", "<tag>", "emoji", "url", "a_b", "e.g.",
    ]

    @Test(arguments: TestLength.some(2, of: [9, 2, 19, 1, 5, 8, 16]))
    func `unigrams, bigrams and n-grams have the same sums whatever was read before`(_ categories: Int) throws
    {
        var generator = SeededGenerator(seed: 77)
        let examples = (0..<80).map { index in
            ModelFixture.Example(
                text: Self.text(&generator, 12), category: index % categories)
        }
        let featureGroups: [[FeatureGroup]] = [
            [.style, .unigrams, .bigrams, .wordNgrams], [.unigrams, .wordNgrams], [.wordNgrams, .unigrams],
            [.bigrams], [.wordNgrams],
            [.unigrams],
        ]
        for featureGroups in featureGroups {
            let settings = LinearSettings(featureGroups: featureGroups, costs: [0.2], bucketBits: 9, folds: 3)
            let bytes = try ModelFixture.linear(examples, categories: categories, settings: settings)
            let model = try LinearModel(ModelStorage(copying: bytes))
            let analyzer = try TextAnalyzer(measuring: .classification)
            var analysis = AnalyzedText()
            var scratch = ModelScratch()
            for index in 0..<120 {
                // Some texts are long: they have more spans than the cache has entries for one text.
                analyzer.analyze(Self.text(&generator, index % 10 == 0 ? 700 : 15), into: &analysis)
                var scores = [Double](repeating: 0, count: categories)
                model.score(analysis, using: &scratch, into: &scores)
                var rest = scores
                for evidence in model.evidence(analysis, using: &scratch) {
                    for category in rest.indices { rest[category] -= evidence.weights[category] }
                }
                #expect(rest.allSatisfy { abs($0) < 1e-9 }, "text \(index), groups \(featureGroups)")
            }
        }
    }

    private static func text(_ generator: inout SeededGenerator, _ count: Int) -> String {
        (0..<count).map { _ in
            let piece =
                Bool.random(using: &generator)
                ? pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                : "w\(Int.random(in: 0..<4_000, using: &generator))x"
            return piece + (Int.random(in: 0..<4, using: &generator) == 0 ? "" : " ")
        }.joined()
    }

    @Test func `one scratch serves two models alternately`() throws {
        let models = try [1, 0].map { first in
            try LinearModel(
                ModelStorage(
                    copying: ModelFixture.linear(
                        ModelFixture.examples.map {
                            .init(text: $0.text, category: $0.category == first ? 1 : 0)
                        })))
        }
        let texts = ModelFixture.examples.map(\.text) + ["rake rake rake", "the oven by the hedge"]
        let alone = try models.map { try ModelFixture.scores($0, texts) }
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var scratch = ModelScratch()
        for (index, text) in texts.enumerated() {
            for (model, expected) in zip(models, alone) {
                analyzer.analyze(text, into: &analysis)
                var scores = [0.0, 0.0]
                model.score(analysis, using: &scratch, into: &scores)
                #expect(scores == expected[index])
            }
        }
        #expect(alone[0] != alone[1])
    }
}
