import Glibc
import IlkText
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkModels

/// What is said of a model of few texts is what it does on others.
@Suite struct `Models of few texts` {
    private struct Stop: Error {}

    /// Texts whose words say nothing of their categories.
    private static func noise(_ count: Int, categories: Int, seed: UInt64) -> [ModelFixture.Example] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let words = (0..<12).map { _ in
                let word = "w\(Int.random(in: 0..<80, using: &generator))"
                return Int.random(in: 0..<6, using: &generator) == 0 ? word.uppercased() + "!" : word
            }
            return .init(text: words.joined(separator: " "), category: index % categories)
        }
    }

    private static func counted(_ examples: [ModelFixture.Example], categories: Int) throws -> BayesTrainer {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = TextAnalysis()
        var trainer = BayesTrainer(
            taxonomy: ModelFixture.taxonomy(categories), search: BayesSearch())
        for example in examples {
            analyzer.analyze(example.text, into: &analysis)
            trainer.add(analysis, category: example.category)
        }
        return trainer
    }

    @Test(arguments: [60, 200])
    func `where there is nothing to learn, nothing is said to have been learned`(count: Int) throws {
        var trainer = try Self.counted(Self.noise(count, categories: 4, seed: 3), categories: 4)
        trainer.choose(BayesSearch())
        let choice = try #require(trainer.choice)
        #expect(choice.parts == 10)
        // A quarter is right by chance, of sixty texts once in a hundred times more than two in five.
        let taken = try #require(choice.taken)
        #expect(taken.accuracy < 0.45, "\(taken)")
        #expect(taken.logLoss > 1.25, "\(taken)")
        // And the model is no surer of other texts.
        let model = try BayesModel(ModelStorage(copying: try trainer.build(scales: trainer.fitScales())))
        let others = Self.noise(200, categories: 4, seed: 4)
        var loss = 0.0
        for (scores, example) in zip(try ModelFixture.scores(model, others.map(\.text)), others) {
            var probabilities: [Double] = []
            Softmax.probabilities(of: scores, into: &probabilities)
            loss -= log(max(probabilities[example.category], 1e-15)) / Double(others.count)
        }
        #expect(loss < 1.9, "\(loss)")
    }

    @Test func `a search, a fit and a build end when they are told to`() throws {
        let trainer = try Self.counted(Self.noise(120, categories: 3, seed: 5), categories: 3)
        func calls(_ body: (() throws -> Void) throws -> Void) rethrows -> Int {
            var calls = 0
            try body { calls += 1 }
            return calls
        }
        func ends(after count: Int, _ body: (() throws -> Void) throws -> Void) {
            var calls = 0
            #expect(throws: Stop.self) {
                try body {
                    calls += 1
                    if calls == count { throw Stop() }
                }
            }
            #expect(calls == count, "nothing is done after that")
        }
        let scales = trainer.fitScales()
        let half = try trainer.build(scales: scales).count / 2
        let steps: [(name: String, body: (() throws -> Void) throws -> Void)] = [
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
                    try trainer.choose(within: ModelRoom(mostBytes: half), BayesSearch(), check: check)
                }
            ),
            ("fit", { check in _ = try trainer.fitScales(check: check) }),
            ("left out", { check in _ = try trainer.leftOutScores(scales: scales, check: check) }),
            (
                "build",
                { check in
                    _ = try trainer.build(
                        scales: scales, includesCounts: true, mostBytes: half, check: check)
                }
            ),
        ]
        for step in steps {
            let all = try calls(step.body)
            #expect(all > 2, "\(step.name) looks \(all) times")
            for count in [1, all / 2, all] { ends(after: count, step.body) }
        }
    }
}
