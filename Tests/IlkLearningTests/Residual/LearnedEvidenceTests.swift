import IlkModels
import IlkPipeline
import IlkText
import IlkTraining
import IlkVocabulary
import ModelTestSupport
import Testing

@testable import IlkLearning

@Suite("Verdicts of models that learned from corrections") struct LearnedEvidenceTests {
    private static let taxonomy = RuleFixture.taxonomy
    private static let words = ["hedge tulip", "boat quay", "anchor tide"]
    private static let corrected = "zebra crossing by the station"

    /// A model that has learned that texts like ``corrected`` have the second label, and the model without
    /// it.
    private static func models(_ kind: ModelKind) throws -> (base: any TextModel, learned: any TextModel) {
        let texts = (0..<60).map { index in
            LabeledText(text: "\(words[index % 3]) number \(index)", category: taxonomy.categories[index % 3])
        }
        let bytes =
            switch kind {
            case .bayes:
                try TrainingRun(taxonomy: taxonomy, settings: BayesSettings(minimumFrequency: 1)).train(texts)
            case .linear: try LinearTrainingRun(taxonomy: taxonomy).train(texts).bytes
            }
        let base = try ModelReader.read(ModelStorage(copying: bytes))
        let session = try Pipeline(classifier: try classifier(base)).makeSession()
        var fit = ResidualHeadFit(taxonomy: taxonomy, statistics: try BaseStatistics(base.storage))
        for index in 0..<4 {
            let text = "\(corrected) \(index)"
            var scores = [0.0, 0, 0]
            var bytes = text
            bytes.withUTF8 { _ = session.score($0, into: &scores) }
            fit.add(session.analysis, ContentDigest(of: text), labels: [1], scores: scores)
        }
        let file = try ResidualHead.added(fit.solved().rounded(), to: bytes)
        return (base, try ModelReader.read(ModelStorage(copying: file)))
    }

    private static func classifier(_ model: any TextModel) throws -> FusedClassifier {
        try FusedClassifier(rules: RuleFixture.ruleSet("tulip garden 2", "station garden 0.5"), model: model)
    }

    @Test(arguments: ModelKind.allCases)
    func `a similar text gets the corrected label, and others keep theirs`(_ kind: ModelKind) throws {
        let (base, learned) = try Self.models(kind)
        let sessions = try [base, learned].map { try Pipeline(classifier: Self.classifier($0)).makeSession() }
        let similar = sessions.map { $0.classify("a zebra crossing at the station") }
        #expect(similar[1].category == Self.taxonomy.categories[1])
        #expect(similar[1].probabilities[1] > similar[0].probabilities[1])
        for text in Self.words.map({ "\($0) number 71" }) {
            let (before, after) = (sessions[0].classify(text), sessions[1].classify(text))
            #expect(before.category == after.category, "\(text)")
            #expect(abs(after.probabilities.reduce(0, +) - 1) < 1e-9)
        }
    }

    @Test(arguments: ModelKind.allCases)
    func `the evidence names corrections and adds up to the scores`(_ kind: ModelKind) throws {
        let (_, learned) = try Self.models(kind)
        for classifier: any TextClassifier in [try Self.classifier(learned), ModelClassifier(learned)] {
            let session = try Pipeline(classifier: classifier).makeSession()
            for text in ["zebra crossing by the station 9", "boat quay number 4, again", "", "12!!"] {
                let verdict = session.classify(text, explaining: true)
                for category in verdict.scores.indices {
                    let sum = verdict.evidence.reduce(0.0) { $0 + $1.weights[category] }
                    #expect(abs(sum - verdict.scores[category]) < 1e-6, "\(text)")
                }
            }
            let verdict = session.classify("zebra crossing by the station 9", explaining: true)
            let word = try #require(verdict.evidence.first { $0.id == "learned:zebra" })
            #expect(word.type == .correction && word.phrase == "learned from your corrections: word “zebra”")
            #expect(word.spans == [TextSpan(0, 5)] && word.support(forCategoryAt: 1) > 0)
        }
    }

    @Test func `a file with a head has format 6, and without it gives the scores of its base`() throws {
        let (base, learned) = try Self.models(.bayes)
        #expect(base.storage.copied()[8] < 6 && learned.storage.copied()[8] == 6)
        #expect(base.head == nil && learned.head?.texts == 4)
        #expect(learned.head?.labels == Self.taxonomy.categories)
        let removed = try ModelReader.read(
            ModelStorage(copying: ResidualHead.removed(from: learned.storage.copied())))
        #expect(removed.head == nil)
        let texts = ["boat quay number 4", "zebra"]
        #expect(try ModelFixture.scores(removed, texts) == ModelFixture.scores(base, texts))
    }
}
