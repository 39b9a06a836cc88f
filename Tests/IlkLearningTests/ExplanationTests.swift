import IlkModels
import IlkPipeline
import IlkRules
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkLearning

/// The sum of a verdict's evidence, for each type of classifier.
@Suite("Explanations") struct ExplanationTests {
    private static let taxonomy = RuleFixture.taxonomy
    private static let words = [
        "rose", "hedge", "tulip", "boat", "tide", "quay", "mast", "anchor", "the", "we", "then", "12", "!!",
        "😀",
        "日本語", "ไทย", "http://x.example/y", "\n", "SALE", "o'clock", "zz\u{301}y", "\u{0}", "a@b.example",
    ]

    private static func texts(_ count: Int, seed: UInt64) -> [LabeledText] {
        var dice = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let text = (0..<Int.random(in: 0...14, using: &dice)).map { _ in
                Bool.random(using: &dice)
                    ? words[index % 3 + 3 * Int.random(in: 0...2, using: &dice)]
                    : words[Int.random(in: 0..<words.count, using: &dice)]
            }
            return LabeledText(
                text: text.joined(separator: " "), category: taxonomy.categories[index % 3])
        }
    }

    private static func classifiers() throws -> [any TextClassifier] {
        let learned = texts(240, seed: 8)
        let rules = try RuleFixture.ruleSet(
            "rose garden 2 quay -1", "boat quay 1.5", "anchor experimental harbour 3", "tide harbour 0.7",
            "sale garden 4")
        let featureGroups: [FeatureGroup] = [.style, .unigrams, .characterNgrams, .skeletonBigrams]
        let bytes = try TrainingRun(
            taxonomy: taxonomy, settings: BayesSettings(featureGroups: featureGroups, minimumFrequency: 2)
        ).train(learned, beside: rules)
        let bayes = try BayesModel(ModelStorage(copying: bytes))
        let linear = try LinearModel(
            ModelStorage(copying: LinearTrainingRun(taxonomy: taxonomy).train(learned).bytes))
        return [
            RulesClassifier(rules), ModelClassifier(bayes), ModelClassifier(linear),
            try FusedClassifier(rules: rules, model: bayes), try FusedClassifier(rules: rules, model: linear),
        ]
    }

    @Test(arguments: TestLength.some(1, of: [1, 2])) func `the evidence adds up to the scores`(seed: UInt64)
        throws
    {
        let texts = Self.texts(250, seed: seed).map(\.text)
        for classifier in try Self.classifiers() {
            let corrections = [ContentDigest(of: texts[7]): [Self.taxonomy.categories[1]]]
            let session = try Pipeline(classifier: classifier, corrections: corrections).makeSession()
            for text in texts {
                let verdict = session.classify(text, explaining: true)
                let size = text.utf8.count
                for category in verdict.scores.indices {
                    let sum = verdict.evidence.reduce(0.0) { $0 + $1.weights[category] }
                    #expect(
                        abs(sum - verdict.scores[category]) < 1e-9,
                        "seed \(seed), \(classifier.provenance.classifier)")
                }
                for span in verdict.evidence.flatMap(\.spans) {
                    #expect(span.lowerBound >= 0 && span.upperBound <= size)
                }
                #expect(verdict.evidence.filter { $0.type == .token }.allSatisfy { !$0.spans.isEmpty })
            }
        }
    }

    @Test func `collecting evidence does not change the verdict`() throws {
        for classifier in try Self.classifiers() {
            let session = try Pipeline(classifier: classifier).makeSession()
            for text in Self.texts(60, seed: 3).map(\.text) {
                var with = session.classify(text, explaining: true)
                with.evidence = []
                #expect(with == session.classify(text), "seed 3")
            }
        }
    }
}
