import IlkText
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkModels

/// A limit of size is part of the search for settings.
@Suite struct `Models of a limited size` {
    private static let taxonomy = Taxonomy(name: "made", categories: ["a", "b"])

    /// Texts of rare words of their category among frequent ones of both: what few texts have says most.
    private static func examples(_ count: Int, seed: UInt64) -> [ModelFixture.Example] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let category = index % 2
            var words = (0..<14).map { _ in "common\(Int.random(in: 0..<60, using: &generator))" }
            words += (0..<3).map { _ in
                (category == 0 ? "meadow" : "granite") + "\(Int.random(in: 0..<25, using: &generator))x"
            }
            return .init(text: words.shuffled(using: &generator).joined(separator: " "), category: category)
        }
    }

    private static let search = BayesSearch(
        familySets: [[.words], [.shape, .words, .frames, .pieces]],
        weighings: [FamilyWeighing(), FamilyWeighing(.multinomial)])

    private static func counted(_ examples: [ModelFixture.Example]) throws -> BayesTrainer {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = TextAnalysis()
        var trainer = BayesTrainer(taxonomy: taxonomy, search: search)
        for example in examples {
            analyzer.analyze(example.text, into: &analysis)
            trainer.add(analysis, category: example.category)
        }
        return trainer
    }

    private static func made(_ counted: BayesTrainer, _ mostBytes: Int) throws -> [UInt8] {
        var trainer = counted
        trainer.choose(search)
        try trainer.choose(within: ModelRoom(mostBytes: mostBytes), search)
        return try trainer.build(
            scales: trainer.fitScales(), includesCounts: true, mostBytes: mostBytes)
    }

    @Test func `a small model is made of what says most, and its figures are its own`() throws {
        let examples = Self.examples(400, seed: 5)
        let counted = try Self.counted(examples)
        let tests = Self.examples(300, seed: 6)
        var last = 0.0
        for most in [12_000, 16_000, 24_000] {
            let bytes = try Self.made(counted, most)
            #expect(bytes.count <= most)
            let model = try BayesModel(ModelStorage(copying: bytes))
            let taken = try #require(model.manifest.choice?.taken)
            #expect(taken.name.contains(" features"), "\(taken.name)")
            let scores = try ModelFixture.scores(model, tests.map(\.text))
            let right = zip(scores, tests).count { ($0[1] > $0[0] ? 1 : 0) == $1.category }
            let accuracy = Double(right) / Double(tests.count)
            #expect(abs(accuracy - taken.accuracy) < 0.05, "\(accuracy), \(taken.accuracy) in \(most)")
            #expect(accuracy > 0.95 && accuracy > last - 0.02, "\(accuracy) in \(most) bytes")
            last = accuracy
        }
    }

    @Test func `the order of the texts means nothing, and what is read makes the same file again`() throws {
        let examples = Self.examples(200, seed: 7)
        var generator = SeededGenerator(seed: 8)
        let bytes = try Self.made(Self.counted(examples), 16_000)
        #expect(try Self.made(Self.counted(examples.shuffled(using: &generator)), 16_000) == bytes)
        let model = try BayesModel(ModelStorage(copying: bytes))
        let counts = try #require(try model.counts())
        let again = try BayesTrainer(resuming: counts, settings: model.manifest.settings)
            .build(scales: model.manifest.scales)
        let texts = examples.prefix(50).map(\.text)
        #expect(
            try ModelFixture.scores(ModelFixture.model(again), texts) == ModelFixture.scores(model, texts))
    }

    @Test func `what is said of a limit that nothing keeps names no byte of a file`() throws {
        let error = #expect(throws: ModelError.self) {
            try Self.made(Self.counted(Self.examples(60, seed: 9)), 900)
        }
        #expect(error?.code == .tooLarge && error?.description.contains("byte 0") == false)
    }
}
