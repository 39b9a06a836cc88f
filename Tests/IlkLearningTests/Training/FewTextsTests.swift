import Glibc
import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// The reported performance of a model of few texts must agree with that on new texts.
@Suite struct `Models of few texts` {
    private struct Stop: Error {}

    /// Returns texts whose words are independent of their labels.
    private static func noise(_ count: Int, categories: Int, seed: UInt64) -> [ModelFixture.Example] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let words = (0..<12).map { _ in
                let word = "w\(letters(.random(in: 0..<80, using: &generator)))"
                return Int.random(in: 0..<6, using: &generator) == 0 ? word.uppercased() + "!" : word
            }
            return .init(text: words.joined(separator: " "), category: index % categories)
        }
    }

    /// Returns a number in letters, since digits are a single character class to the model.
    private static func letters(_ number: Int) -> String {
        String(String(number).utf8.map { Character(UnicodeScalar($0 + 49)) })
    }

    private static func counted(
        _ examples: [ModelFixture.Example], categories: Int, settings: BayesSettings = BayesSettings(),
        search: BayesSearch = BayesSearch()
    ) throws -> BayesTrainer {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var trainer = BayesTrainer(
            taxonomy: ModelFixture.taxonomy(categories), settings: settings, search: search)
        for example in examples {
            analyzer.analyze(example.text, into: &analysis)
            trainer.add(analysis, category: example.category)
        }
        return trainer
    }

    private static func loss(_ model: BayesModel, _ examples: [ModelFixture.Example]) throws -> Double {
        var loss = 0.0
        for (scores, example) in zip(try ModelFixture.scores(model, examples.map(\.text)), examples) {
            var probabilities: [Double] = []
            Softmax.probabilities(of: scores, into: &probabilities)
            loss -= log(max(probabilities[example.category], 1e-15)) / Double(examples.count)
        }
        return loss
    }

    @Test(arguments: [60, 200])
    func `no performance above chance is reported for random labels`(count: Int) throws {
        let others = Self.noise(200, categories: 4, seed: 40)
        let seeds = UInt64(1)...6
        var (said, right, actual) = (0.0, 0.0, 0.0)
        for seed in seeds {
            var trainer = try Self.counted(Self.noise(count, categories: 4, seed: seed), categories: 4)
            trainer.choose(BayesSearch())
            let choice = try #require(trainer.choice)
            #expect(choice.parts == 5 && choice.texts == count)
            let taken = try #require(choice.selected)
            #expect(taken.accuracy < 0.45 && taken.logLoss > 1.2, "\(taken)")
            said += taken.logLoss / Double(seeds.count)
            right += taken.accuracy / Double(seeds.count)
            let model = try BayesModel(
                ModelStorage(copying: try trainer.build(groupWeights: trainer.fittedGroupWeights())))
            actual += try Self.loss(model, others) / Double(seeds.count)
        }
        // Chance is a quarter for four labels, and ln 4 is the loss of uniform probabilities.
        #expect(said > 1.33 && right < 0.33, "predicted \(said), accuracy \(right)")
        // The models are not more confident on new texts either.
        #expect(actual < 1.6, "\(actual)")
    }

    @Test func `many labels with few texts each do not leak the label of a left-out text`() throws {
        // More texts than are divided into folds: each is left out on its own, which lowers the counts of its
        // label.
        var trainer = try Self.counted(
            Self.noise(2_100, categories: 700, seed: 9), categories: 700,
            settings: BayesSettings(featureGroups: [.unigrams]), search: Self.wordSearch)
        trainer.choose(Self.wordSearch)
        let taken = try #require(trainer.choice?.selected)
        #expect(trainer.choice?.parts == nil)
        #expect(taken.accuracy < 0.02 && taken.logLoss > 6, "\(taken)")
    }

    @Test func `texts that are alone in their category are not fitted and count as wrong`() throws {
        var examples = Self.noise(2_000, categories: 2, seed: 10).map { example in
            ModelFixture.Example(
                text: example.text + (example.category == 0 ? " tide" : " rake"), category: example.category)
        }
        examples += Self.noise(100, categories: 1, seed: 11).enumerated().map { place, example in
            ModelFixture.Example(text: example.text, category: 2 + place)
        }
        var trainer = try Self.counted(
            examples, categories: 102, settings: BayesSettings(featureGroups: [.unigrams]),
            search: Self.wordSearch
        )
        trainer.choose(Self.wordSearch)
        let taken = try #require(trainer.choice?.selected)
        #expect(abs(taken.accuracy - 2_000 / 2_100) < 0.01, "\(taken)")
        #expect(taken.logLoss > log(2_100) * 100 / 2_100, "\(taken)")
    }

    private static let wordSearch = BayesSearch(
        groupSets: [[.unigrams]], weightings: [GroupWeighting(), GroupWeighting(.multinomial)],
        minimumFrequencies: [])

    @Test func `the reported loss of few informative texts agrees with that on new texts`() throws {
        func examples(_ count: Int, seed: UInt64) -> [ModelFixture.Example] {
            var generator = SeededGenerator(seed: seed)
            return Self.noise(count, categories: 3, seed: seed).map { example in
                // Three in four texts have an informative word.
                guard Int.random(in: 0..<4, using: &generator) > 0 else { return example }
                let word = ["tide", "rake", "oven"][example.category]
                return .init(text: example.text + " " + word, category: example.category)
            }
        }
        let others = examples(400, seed: 50)
        let seeds = UInt64(1)...4
        var (said, actual) = (0.0, 0.0)
        for seed in seeds {
            var trainer = try Self.counted(examples(150, seed: seed), categories: 3)
            trainer.choose(BayesSearch())
            said += try #require(trainer.choice?.selected).logLoss / Double(seeds.count)
            let model = try BayesModel(
                ModelStorage(copying: try trainer.build(groupWeights: trainer.fittedGroupWeights())))
            actual += try Self.loss(model, others) / Double(seeds.count)
        }
        #expect(actual < 0.75 && abs(said - actual) < 0.12, "predicted \(said), actual \(actual)")
    }

    @Test func `the only text of a category has a bounded loss when it is left out`() throws {
        var examples = Self.noise(80, categories: 2, seed: 6)
        examples.append(.init(text: "a lonely text of a third label", category: 2))
        var trainer = try Self.counted(examples, categories: 3)
        trainer.choose(BayesSearch())
        let taken = try #require(trainer.choice?.selected)
        #expect(taken.logLoss > 0.6 && taken.logLoss < 1, "\(taken)")
    }

    private static func linear(
        _ examples: [ModelFixture.Example], categories: Int
    ) throws -> LinearTrainer {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var trainer = LinearTrainer(taxonomy: ModelFixture.taxonomy(categories), settings: LinearSettings())
        for (place, example) in examples.enumerated() {
            analyzer.analyze(example.text, into: &analysis)
            trainer.add(analysis, category: example.category, fold: place % 5)
        }
        return trainer
    }

    /// A long operation that calls a check repeatedly.
    private typealias Step = (name: String, body: (() throws -> Void) throws -> Void)

    private static func steps() throws -> [Step] {
        let trainer = try counted(noise(120, categories: 3, seed: 5), categories: 3)
        let groupWeights = trainer.fittedGroupWeights()
        let none = try trainer.size(of: [], trainer.settings)
        let half = try (none + trainer.size(of: nil, trainer.settings)) / 2
        let linear = try linear(noise(120, categories: 3, seed: 5), categories: 3)
        return [
            (
                "choose",
                { check in
                    var trainer = trainer
                    try trainer.choose(BayesSearch(), check: check)
                }
            ),
            (
                "choose within",
                { check in
                    var trainer = trainer
                    try trainer.choose(within: half, BayesSearch(), check: check)
                }
            ),
            ("linear", { check in _ = try linear.build(check: check) }),
            ("fit", { check in _ = try trainer.fitGroupWeights(check: check) }),
            (
                "left out",
                { check in _ = try trainer.leaveOneOutScores(groupWeights: groupWeights, check: check) }
            ),
            (
                "build",
                { check in
                    _ = try trainer.build(
                        groupWeights: groupWeights, includesCounts: true, mostBytes: half, check: check)
                }
            ),
        ]
    }

    @Test func `a search, a fit and a build stop when the check throws`() throws {
        for step in try Self.steps() {
            var all = 0
            try step.body { all += 1 }
            #expect(all > 2, "\(step.name) looks \(all) times")
            for count in [1, all / 2, all] {
                var calls = 0
                #expect(throws: Stop.self, "\(step.name)") {
                    try step.body {
                        calls += 1
                        if calls == count { throw Stop() }
                    }
                }
                #expect(calls == count, "the run continues after \(step.name)")
            }
        }
    }
}
