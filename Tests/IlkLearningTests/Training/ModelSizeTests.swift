import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning
@testable import IlkModels

/// The search for settings respects a size limit.
@Suite struct `Models of a limited size` {
    private static let taxonomy = Taxonomy(name: "made", categories: ["a", "b"])

    /// Returns texts with rare words of their category among frequent words of both, so that rare features
    /// are the most useful.
    private static func examples(_ count: Int, seed: UInt64) -> [ModelFixture.Example] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let category = index % 2
            var words = (0..<14).map { _ in "common\(letters(.random(in: 0..<60, using: &generator)))" }
            words += (0..<3).map { _ in
                (category == 0 ? "meadow" : "granite") + letters(.random(in: 0..<25, using: &generator))
            }
            return .init(text: words.shuffled(using: &generator).joined(separator: " "), category: category)
        }
    }

    /// Returns a number in letters, since digits are a single character class to the model.
    private static func letters(_ number: Int) -> String {
        String(String(number).utf8.map { Character(UnicodeScalar($0 + 49)) })
    }

    private static let search = BayesSearch(
        groupSets: [[.unigrams], [.style, .unigrams, .skeletonBigrams, .wordNgrams]],
        weightings: [GroupWeighting(), GroupWeighting(.multinomial)])

    private static func counted(_ examples: [ModelFixture.Example]) throws -> BayesTrainer {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
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
        try trainer.choose(within: mostBytes, search)
        return try trainer.build(
            groupWeights: trainer.fittedGroupWeights(), includesCounts: true, mostBytes: mostBytes)
    }

    /// Returns size limits between that of a model without features and that of the whole model.
    private static func rooms(_ counted: BayesTrainer, _ shares: [Double]) throws -> [Int] {
        var trainer = counted
        trainer.choose(search)
        let none = try trainer.size(of: [], trainer.settings)
        let whole = try trainer.size(of: nil, trainer.settings)
        return shares.map { none + Int(Double(whole - none) * $0) }
    }

    @Test func `a small model keeps the most useful features and its reported accuracy is right`() throws {
        let examples = Self.examples(400, seed: 5)
        let counted = try Self.counted(examples)
        let tests = Self.examples(300, seed: 6)
        var last = 0.0
        for most in try Self.rooms(counted, [0.15, 0.3, 0.6]) {
            let bytes = try Self.made(counted, most)
            #expect(bytes.count <= most)
            let model = try BayesModel(ModelStorage(copying: bytes))
            let taken = try #require(model.manifest.choice?.selected)
            #expect(taken.name.hasSuffix(" features") && taken.name.contains(" of "), "\(taken.name)")
            let scores = try ModelFixture.scores(model, tests.map(\.text))
            let right = zip(scores, tests).count { ($0[1] > $0[0] ? 1 : 0) == $1.category }
            let accuracy = Double(right) / Double(tests.count)
            #expect(abs(accuracy - taken.accuracy) < 0.05, "\(accuracy), \(taken.accuracy) in \(most)")
            #expect(accuracy > 0.95 && accuracy > last - 0.02, "\(accuracy) in \(most) bytes")
            last = accuracy
        }
    }

    @Test(arguments: [300, 2_400])
    func `chance correlations do not inflate the reported figures of a small model`(
        count: Int
    ) throws {
        // Uninformative words. Among many, some fit the labels by chance, and these are kept.
        var generator = SeededGenerator(seed: 11)
        let examples = (0..<count).map { index in
            let words = (0..<8).map { _ in "noise\(Self.letters(.random(in: 0..<count, using: &generator)))" }
            return ModelFixture.Example(text: words.joined(separator: " "), category: index % 2)
        }
        let search = BayesSearch(
            groupSets: [[.unigrams]], weightings: [GroupWeighting()], minimumFrequencies: [])
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var trainer = BayesTrainer(
            taxonomy: Self.taxonomy, settings: BayesSettings(featureGroups: [.unigrams]), search: search)
        for example in examples {
            analyzer.analyze(example.text, into: &analysis)
            trainer.add(analysis, category: example.category)
        }
        let none = try trainer.size(of: [], trainer.settings)
        let whole = try trainer.size(of: nil, trainer.settings)
        try trainer.choose(within: none + (whole - none) / 4, search)
        let taken = try #require(trainer.choice?.selected)
        #expect(taken.name.contains(" features"))
        #expect(trainer.choice?.parts == 5)
        #expect(abs(taken.accuracy - 0.5) < 0.08 && taken.logLoss > 0.67, "\(taken)")
        // The model is not more confident either, since its weights were fitted with features selected on
        // other texts.
        let model = try BayesModel(
            ModelStorage(copying: try trainer.build(groupWeights: trainer.fittedGroupWeights())))
        for scores in try ModelFixture.scores(model, examples.prefix(100).map(\.text)) {
            #expect(abs(scores[0] - scores[1]) < 1)
        }
    }

    @Test func `order has no influence, and counts that are read back give the same model`() throws {
        let examples = Self.examples(200, seed: 7)
        var generator = SeededGenerator(seed: 8)
        let counted = try Self.counted(examples)
        let most = try Self.rooms(counted, [0.4])[0]
        let bytes = try Self.made(counted, most)
        #expect(bytes.count <= most)
        #expect(try Self.made(Self.counted(examples.shuffled(using: &generator)), most) == bytes)
        let model = try BayesModel(ModelStorage(copying: bytes))
        let counts = try #require(try model.counts())
        let again = try BayesTrainer(resuming: counts, settings: model.manifest.settings)
            .build(groupWeights: model.manifest.groupWeights)
        let texts = examples.prefix(50).map(\.text)
        #expect(
            try ModelFixture.scores(ModelFixture.model(again), texts) == ModelFixture.scores(model, texts))
    }

    @Test func `the error for an impossible size limit names no byte offset`() throws {
        let error = #expect(throws: FormatError.self) {
            try Self.made(Self.counted(Self.examples(60, seed: 9)), 900)
        }
        #expect(error?.code == .tooLarge && error?.description.contains("byte 0") == false)
    }
}
