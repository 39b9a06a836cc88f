import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// Properties of linear models for any training set.
@Suite struct `Linear models` {
    struct Example {
        var text: String
        var category: Int
    }

    private static let words = [
        "rake", "hedge", "Tulips", "skillet", "dough", "OVEN", "tide", "hull", "ferry", "the", "we", "again",
        "12", "!!", "😀", "日本語", "ไทย", "http://x.example/y", "\n",
    ]

    /// Returns texts in which some words are more frequent in some categories.
    private static func examples(seed: UInt64, count: Int, categories: Int) -> [Example] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let category = index % categories
            let length = Int.random(in: 0...12, using: &generator)
            let text = (0..<length).map { _ in
                Bool.random(using: &generator)
                    ? words[category % words.count]
                    : words[Int.random(in: 0..<words.count, using: &generator)]
            }
            return Example(text: text.joined(separator: " "), category: category)
        }
    }

    private static func taxonomy(_ count: Int) -> Taxonomy {
        Taxonomy(name: "made", categories: (0..<count).map { Category("c\($0)") })
    }

    private static func train(
        _ examples: [Example], categories: Int, weight: (Int) -> Double = { _ in 1 },
        settings: LinearSettings = LinearSettings(costs: [0.1, 0.4], folds: 3)
    ) throws -> [UInt8] {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var trainer = LinearTrainer(taxonomy: taxonomy(categories), settings: settings)
        for (index, example) in examples.enumerated() {
            analyzer.analyze(example.text, into: &analysis)
            let fold = Int(StableHash.hash(example.text, seed: 1) % 3)
            trainer.add(analysis, category: example.category, weight: weight(index), fold: fold)
        }
        return try trainer.build().bytes
    }

    private static func model(_ bytes: [UInt8]) throws -> LinearModel {
        try LinearModel(ModelStorage(copying: bytes))
    }

    private static func scores(_ model: any TextModel, _ text: String) throws -> [Double] {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        analyzer.analyze(text, into: &analysis)
        var scratch = ModelScratch()
        var scores = [Double](repeating: 0, count: model.taxonomy.count)
        model.score(analysis, using: &scratch, into: &scores)
        return scores
    }

    @Test(arguments: TestLength.some(2, of: [2, 9, 3, 4, 5]))
    func `the model does not depend on the order of the texts`(_ categories: Int) throws {
        let examples = Self.examples(seed: 11, count: 60, categories: categories)
        let first = try Self.train(examples, categories: categories)
        var generator = SeededGenerator(seed: 12)
        for _ in 0..<2 {
            let again = try Self.train(examples.shuffled(using: &generator), categories: categories)
            #expect(first == again)
        }
    }

    @Test(arguments: TestLength.some(2, of: [3, 9, 2, 7]))
    func `the evidence adds up to the score`(_ categories: Int) throws {
        let model = try Self.model(
            Self.train(Self.examples(seed: 5, count: 80, categories: categories), categories: categories))
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var scratch = ModelScratch()
        for example in Self.examples(seed: 6, count: 300, categories: categories) {
            analyzer.analyze(example.text, into: &analysis)
            var scores = [Double](repeating: 0, count: categories)
            model.score(analysis, using: &scratch, into: &scores)
            for evidence in model.evidence(analysis, using: &scratch) {
                for category in scores.indices { scores[category] -= evidence.weights[category] }
            }
            #expect(scores.allSatisfy { abs($0) < 1e-9 }, "\(example.text.debugDescription)")
        }
    }

    @Test(arguments: [2, 3, 6])
    func `texts like the training texts are predicted correctly`(_ categories: Int) throws {
        let model = try Self.model(
            Self.train(
                Self.examples(seed: 21, count: 30 * categories, categories: categories),
                categories: categories))
        var right = 0
        for category in 0..<categories {
            let word = Self.words[category]
            let scores = try Self.scores(model, "\(word) the \(word) \(word) we")
            if scores.indices.max(by: { scores[$0] < scores[$1] }) == category { right += 1 }
        }
        #expect(right == categories)
    }

    /// Edge cases by name: the number of categories, the weight of each text, and the texts.
    private static let edges: [String: (categories: Int, weight: Double, examples: [Example])] = [
        "one category": (1, 1, ["a b", "c d"].map { Example(text: $0, category: 0) }),
        "one text": (2, 1, [Example(text: "a b", category: 0)]),
        "no text": (3, 1, []),
        "empty texts": (2, 1, alternating(40) { _ in "" }),
        "a category without texts": (3, 1, alternating(40) { "w\($0 % 2)" }),
        "all texts the same": (2, 1, alternating(40) { _ in "same" }),
        "weights next to nothing": (2, 1e-12, alternating(40) { "w\($0 % 3)" }),
        "weights beyond measure": (2, 1e12, alternating(40) { "w\($0 % 3)" }),
        "one word a thousand times": (
            2, 1, alternating(30) { String(repeating: "w\($0 % 2) ", count: 1_000) }
        ),
        "thirty categories": (30, 1, (0..<30).map { Example(text: "w\($0)", category: $0) }),
    ]

    private static func alternating(_ count: Int, _ text: (Int) -> String) -> [Example] {
        (0..<count).map { Example(text: text($0), category: $0 % 2) }
    }

    @Test(arguments: edges.keys.sorted())
    func `scores and probabilities are always finite`(_ name: String) throws {
        let edge = try #require(Self.edges[name])
        let model = try Self.model(
            Self.train(edge.examples, categories: edge.categories, weight: { _ in edge.weight }))
        #expect(model.manifest.constants.allSatisfy { $0.isFinite })
        for text in ["", "a", "w0 w1", "same", "☃️ 日本語", String(repeating: "w1 ", count: 3_000)] {
            let scores = try Self.scores(model, text)
            #expect(scores.allSatisfy { $0.isFinite }, "\(name)")
            var probabilities: [Double] = []
            Softmax.probabilities(of: scores, into: &probabilities)
            #expect(probabilities.allSatisfy { $0.isFinite && $0 >= 0 }, "\(name)")
        }
    }

    @Test func `a category without texts is never predicted`() throws {
        let examples = Self.examples(seed: 3, count: 90, categories: 2)
        let model = try Self.model(Self.train(examples, categories: 4))
        for example in examples {
            let scores = try Self.scores(model, example.text)
            #expect(max(scores[2], scores[3]) < max(scores[0], scores[1]))
        }
    }

    @Test func `features below the minimum number of texts are dropped`() throws {
        let examples = Self.examples(seed: 8, count: 100, categories: 2)
        var counts: [Int] = []
        for minimum in [1, 3, 50] {
            var settings = LinearSettings()
            settings.minimumFrequency = minimum
            counts.append(
                try Self.model(Self.train(examples, categories: 2, settings: settings)).featureCount)
        }
        #expect(counts[0] > counts[1] && counts[1] > counts[2])
    }

    @Test func `too many features and categories are rejected`() throws {
        var trainer = LinearTrainer(taxonomy: Self.taxonomy(40))
        trainer.greatestSize = 1_000
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        analyzer.analyze("quite a few words for so many categories", into: &analysis)
        trainer.add(analysis, category: 0, fold: 0)
        let refused = trainer
        let error = #expect(throws: FormatError.self) { try refused.build() }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a model file can only be read as its own type`() throws {
        let linear = try Self.train(Self.examples(seed: 2, count: 60, categories: 3), categories: 3)
        var counter = BayesTrainer(taxonomy: Self.taxonomy(3))
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for example in Self.examples(seed: 2, count: 60, categories: 3) {
            analyzer.analyze(example.text, into: &analysis)
            counter.add(analysis, category: example.category)
        }
        let bayes = try counter.build(groupWeights: counter.fittedGroupWeights())
        #expect(try ModelReader.read(ModelStorage(copying: linear)).kind == .linear)
        #expect(try ModelReader.read(ModelStorage(copying: bayes)).kind == .bayes)
        #expect(
            Self.refusal { () throws(FormatError) in _ = try BayesModel(ModelStorage(copying: linear)) }?.code
                == .wrongKind)
        #expect(
            Self.refusal { () throws(FormatError) in _ = try LinearModel(ModelStorage(copying: bayes)) }?.code
                == .wrongKind)
    }

    private static func refusal(_ body: () throws(FormatError) -> Void) -> FormatError? {
        do throws(FormatError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
