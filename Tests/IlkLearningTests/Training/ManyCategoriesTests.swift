import IlkModels
import IlkTraining
import IlkVocabulary
import Testing

@testable import IlkLearning

/// Very many labels give a model or an error with a reason. No step takes texts times labels times
/// candidates.
@Suite struct `Training with very many labels` {
    private static func texts(_ labels: Int, each: Int, vocabulary: Int) -> [LabeledText] {
        (0..<labels).flatMap { label in
            (0..<each).map { place in
                LabeledText(
                    text: "tide word\(Self.letters((label + place) % vocabulary)) hull",
                    category: Category("label-\(label)"))
            }
        }
    }

    /// Returns a number in letters, since digits are a single character class to the model.
    private static func letters(_ number: Int) -> String {
        String(String(number).utf8.map { Character(UnicodeScalar($0 + 49)) })
    }

    @Test func `with very many labels there is no search and the model has unigrams only`() throws {
        let texts = Self.texts(3_000, each: 2, vocabulary: 40)
        let taxonomy = TrainingRun.taxonomy(of: texts, name: "many")
        let result = try TrainingRun(taxonomy: taxonomy).run(texts)
        #expect(result.hasManyCategories && result.choice == nil)
        let model = try BayesModel(ModelStorage(copying: result.bytes))
        #expect(
            model.manifest.settings.featureGroups == [.unigrams] && model.manifest.taxonomy.count == 3_000)
        #expect(model.documents.allSatisfy { $0 == 2 })
        let kind = try AutomaticTrainingRun(taxonomy: taxonomy).train(texts).choice
        #expect(kind.selected == .bayes && kind.reason == .manyCategories)
    }

    @Test func `with many labels and features the model has unigrams only`() throws {
        let texts = Self.texts(30, each: 4, vocabulary: 40)
        var run = TrainingRun(taxonomy: TrainingRun.taxonomy(of: texts, name: "many"))
        run.mostCounts = 30 * 200
        let result = try run.run(texts)
        #expect(result.hasManyCategories && result.choice == nil)
        let model = try BayesModel(ModelStorage(copying: result.bytes))
        #expect(model.manifest.settings.featureGroups == [.unigrams])
        #expect(model.documents.allSatisfy { $0 == 4 })
        run.mostCounts = .max
        #expect(try !run.run(texts).hasManyCategories)
    }

    @Test func `rules are counted once, even if the features are counted again`() throws {
        let labels = RuleFixture.taxonomy.categories
        let texts = Self.texts(3, each: 40, vocabulary: 40).enumerated().map { index, text in
            LabeledText(text: text.text, category: labels[index % labels.count])
        }
        var run = TrainingRun(taxonomy: RuleFixture.taxonomy)
        run.mostCounts = labels.count * 200
        let result = try run.run(texts, beside: RuleFixture.ruleSet("tide garden 1"))
        #expect(result.hasManyCategories)
        let rules = try #require(BayesModel(ModelStorage(copying: result.bytes)).rules)
        #expect(rules.texts(of: try #require(rules.keys.first)) == texts.count)
    }

    @Test func `a problem that is too large is rejected before all texts are counted`() throws {
        let texts = Self.texts(100_000, each: 1, vocabulary: 90_000)
        let taxonomy = TrainingRun.taxonomy(of: texts, name: "many")
        var read = 0
        let error = #expect(throws: FormatError.self) {
            try TrainingRun(taxonomy: taxonomy).run(texts) { read = $0 }
        }
        #expect(error?.code == .tooLarge && error?.message.contains("100000 categories") == true)
        #expect(read < 5_000, "\(read) texts were read before")
    }
}
