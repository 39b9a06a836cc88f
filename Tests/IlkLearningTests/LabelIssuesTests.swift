import IlkModels
import IlkText
import IlkVocabulary
import ModelTestSupport
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning

@Suite("Label issues") struct LabelIssuesTests {
    private static let taxonomy = Taxonomy(name: "places", categories: ["garden", "harbour", "kitchen"])
    private static let words: [[String]] = [
        ["rake", "hedge", "compost", "tulips", "weeds", "spade", "seedlings", "mulch"],
        ["ferry", "anchor", "quay", "gulls", "tide", "mast", "ropes", "pilot"],
        ["saucepan", "flour", "oven", "whisk", "butter", "ladle", "recipe", "kettle"],
    ]
    private static let common = ["the", "we", "with", "near", "and", "then", "saw", "took"]

    private static func texts(_ count: Int, seed: UInt64) -> [LabeledText] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let words = (0..<Int.random(in: 3...12, using: &generator)).map { _ in
                let isOwn = Int.random(in: 0..<3, using: &generator) > 0
                return (isOwn ? Self.words[index % 3] : common).randomElement(using: &generator) ?? "the"
            }
            return LabeledText(
                text: words.joined(separator: " ") + ".", category: taxonomy.categories[index % 3])
        }
    }

    @Test(arguments: [1, 2, 3])
    func `a leave-one-out score equals that of a model trained without the text`(seed: UInt64) throws {
        let texts = Self.texts(60, seed: seed)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        func trainer(without left: Int?) throws -> BayesTrainer {
            var trainer = BayesTrainer(taxonomy: Self.taxonomy)
            for (index, text) in texts.enumerated() where index != left {
                analyzer.analyze(text.text, into: &analysis)
                trainer.add(analysis, category: index % 3)
            }
            return trainer
        }
        let whole = try trainer(without: nil)
        let groupWeights = whole.fittedGroupWeights()
        let scores = whole.leftOutScores(groupWeights: groupWeights)
        for left in stride(from: 0, to: texts.count, by: 7) {
            let bytes = try trainer(without: left).build(groupWeights: groupWeights)
            let model = try BayesModel(ModelStorage(copying: bytes))
            var scratch = ModelScratch()
            var expected = [Double](repeating: 0, count: 3)
            analyzer.analyze(texts[left].text, into: &analysis)
            _ = model.score(analysis, using: &scratch, into: &expected)
            // A model stores weights in units of 1/1024, and a score is a sum of about a hundred.
            for (one, other) in zip(scores[left], expected) { #expect(abs(one - other) < 0.05) }
        }
    }

    @Test func `texts with swapped labels are the first label issues`() throws {
        var texts = Self.texts(240, seed: 9)
        let changed = [17, 100, 203]
        for index in changed { texts[index].category = Self.taxonomy.categories[(index + 1) % 3] }
        let found = try LabelIssues(among: texts, taxonomy: Self.taxonomy)
        #expect(found.texts == 240)
        #expect(Set(found.issues.prefix(3).map(\.index)) == Set(changed))
        for suspect in found.issues {
            #expect(suspect.logOddsAgainstLabel > 0 && suspect.probability > suspect.labelProbability)
        }
    }

    @Test func `folds do not depend on the order of texts, and duplicates share a fold`() throws {
        let texts = Self.texts(90, seed: 4) + Self.texts(90, seed: 4)
        let folds = TextFolds(texts, count: 5).foldOfText
        #expect(Array(folds[..<90]) == Array(folds[90...]))
        let turned = TextFolds(texts.reversed(), count: 5).foldOfText
        #expect(turned == folds.reversed())
        for fold in 0..<5 { #expect(folds.contains(fold)) }
        let evaluation = try CrossValidation(folds: 3).evaluate(
            Self.texts(90, seed: 5), taxonomy: Self.taxonomy
        ) { try TrainingRun(taxonomy: Self.taxonomy).train($0) }
        #expect(evaluation.count == 90 && evaluation.report(classifier: "bayes").accuracy > 0.9)
    }
}
