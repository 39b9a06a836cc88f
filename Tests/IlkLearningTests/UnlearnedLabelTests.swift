import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import Testing

@testable import IlkLearning

@Suite("Labels without texts") struct UnlearnedLabelTests {
    private typealias Category = IlkVocabulary.Category

    /// Returns a naive Bayes model and a linear model of gardens and quays.
    private static func models(_ taxonomy: Taxonomy = RuleFixture.taxonomy) throws -> [any TextModel] {
        let texts = [("rose", "garden"), ("boat", "quay")].flatMap { word, label in
            (0..<30).map {
                LabeledText(text: "the \(word) of day \($0) and a \(word)", category: Category(label))
            }
        }
        let settings = BayesSettings(minimumFrequency: 1)
        let bayes = try TrainingRun(taxonomy: taxonomy, settings: settings, search: nil).train(texts)
        let linear = try LinearTrainingRun(taxonomy: taxonomy).train(texts).bytes
        return try [bayes, linear].map { try ModelReader.read(ModelStorage(copying: $0)) }
    }

    private static let texts = [
        "a rose", "the boat", "rose boat", "words that no text of the model has", "สวัสดี 日本", "!!! 12",
        String(repeating: "rose boat ", count: 300),
    ]

    @Test func `a label without texts has odds of 1 to 10,000 and does not win`() throws {
        for model in try Self.models() {
            let session = try Pipeline(classifier: ModelClassifier(model), threshold: 0.0).makeSession()
            for text in Self.texts {
                let verdict = session.classify(text)
                let best = try #require(verdict.scores.max())
                #expect(isNear(best - verdict.scores[1], 9.21), "\(text)")
                #expect(verdict.category != "harbour" && verdict.probabilities[1] <= 1.01e-4, "\(text)")
            }
        }
    }

    @Test func `rules alone can give a label without texts`() throws {
        let rules = try RuleFixture.ruleSet("anchor harbour 15")
        for model in try Self.models() {
            let classifier = try FusedClassifier(rules: rules, model: model)
            let session = try Pipeline(classifier: classifier).makeSession()
            #expect(session.classify("an anchor").prediction == "harbour")
            #expect(session.classify("a rose").prediction == "garden")
        }
    }

    @Test func `a retired label with the highest score does not favor a label without texts`() throws {
        var set = LabelSet(
            id: "p", name: "places",
            labels: [.init("garden", isRetired: true), .init("quay"), .init("harbour")])
        for model in try Self.models(Taxonomy(name: "places", categories: ["garden", "quay"])) {
            let map = try #require(LabelMap(from: model, to: set))
            let session = try Pipeline(classifier: ModelClassifier(model, labels: map)).makeSession()
            for text in Self.texts {
                let verdict = session.classify(text)
                #expect(verdict.category == "quay" && verdict.probabilities[1] <= 1.01e-4, "\(text)")
            }
        }
        set.labels = [.init("harbour")]
        #expect(try LabelMap(from: Self.models()[0], to: set) == nil, "the model has no text of it")
    }

    @Test func `the evidence of mapped labels adds up to the scores`() throws {
        var merged = LabelSet(id: "p", name: "places", labels: [.init("harbour"), .init("quay")])
        merged.merged = ["garden": "quay"]
        for model in try Self.models() {
            for map in [nil, LabelMap(from: model, to: merged)] {
                let classifier = ModelClassifier(model, labels: map)
                let session = try Pipeline(classifier: classifier).makeSession()
                for text in Self.texts {
                    let verdict = session.classify(text, explaining: true)
                    for category in verdict.scores.indices {
                        let sum = verdict.evidence.reduce(0.0) { $0 + $1.weights[category] }
                        #expect(isNear(sum, verdict.scores[category]), "\(text)")
                    }
                }
            }
        }
    }
}
