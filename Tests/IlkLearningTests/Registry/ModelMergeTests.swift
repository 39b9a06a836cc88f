import IlkModels
import IlkText
import IlkVocabulary
import Testing

@testable import IlkTraining
@testable import IlkLearning

@Suite("Merging models") struct ModelMergeTests {
    private static let settings = BayesSettings(minimumFrequency: 1)

    /// A model of the texts with some numbers, each of weight 1.
    private static func model(_ numbers: ClosedRange<Int>, _ settings: BayesSettings = settings) throws
        -> BayesModel
    {
        var trainer = BayesTrainer(taxonomy: RegistryFixture.taxonomy, settings: settings)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for text in numbers.flatMap(RegistryFixture.texts) {
            analyzer.analyze(text.text, into: &analysis)
            trainer.add(
                analysis, category: RegistryFixture.taxonomy.index(of: text.category) ?? 0)
        }
        // Merging keeps the weights of feature groups, so these are fixed to those of some model.
        let groupWeights = try BayesModel(ModelStorage(copying: try RegistryFixture.model(1))).manifest
            .groupWeights
        return try BayesModel(ModelStorage(copying: try trainer.build(groupWeights: groupWeights)))
    }

    private static func merged(
        _ first: BayesModel, _ second: BayesModel, base: BayesModel? = nil
    ) throws -> BayesModel {
        try BayesModel(ModelStorage(copying: try ModelMerge.bytes(first, second, base: base)))
    }

    @Test func `a merge equals training on all texts, in either order`() throws {
        let (first, second) = (try Self.model(1...20), try Self.model(21...33))
        let all = try Self.model(1...33)
        #expect(try Self.merged(first, second).digest == all.digest)
        #expect(try Self.merged(second, first).digest == all.digest)
    }

    @Test func `the texts of a common base version count once`() throws {
        let (first, second) = (try Self.model(1...20), try Self.model(11...33))
        let shared = try Self.model(11...20)
        #expect(try Self.merged(first, second, base: shared).digest == Self.model(1...33).digest)
        #expect(try Self.merged(first, second).digest != Self.model(1...33).digest)
    }

    @Test func `a base version whose texts were never counted is rejected`() throws {
        let (first, second) = (try Self.model(1...5), try Self.model(6...9))
        #expect(throws: RegistryError.self) { try Self.merged(first, second, base: Self.model(50...80)) }
    }

    @Test func `different settings or categories and missing counts are rejected with a reason`()
        throws
    {
        let first = try Self.model(1...5)
        func reason(_ second: any TextModel) -> String? {
            do {
                _ = try ModelMerge.bytes(first, second)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(
            reason(try Self.model(6...9, BayesSettings(minimumFrequency: 2)))?.contains("settings") ?? false)
        let texts = (1...8).flatMap(RegistryFixture.texts)
        let linear = try LinearTrainingRun(taxonomy: RegistryFixture.taxonomy).train(texts)
        let model = try ModelReader.read(ModelStorage(copying: linear.bytes))
        #expect(
            reason(model)?.contains("a linear model: it has no counts") ?? false, "\(reason(model) ?? "-")")
        #expect(reason(try Self.model(6...9)) == nil)
    }
}
