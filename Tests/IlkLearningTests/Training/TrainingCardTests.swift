import IlkModels
import IlkText
import IlkVocabulary
import TestSupport
import Testing

@testable import IlkTraining
@testable import IlkLearning

/// The card in a model file, and texts with weights other than one.
@Suite struct `Contents of a trained model file` {
    private static let taxonomy = Taxonomy(name: "weather", categories: ["sun", "rain|hail"])

    private static func texts(_ count: Int, seed: UInt64 = 5) -> [LabeledText] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { index in
            let own = index % 2 == 0 ? ["sunny", "warm", "beach"] : ["wet", "umbrella", "puddle"]
            let words = (0..<5).map { _ in
                Bool.random(using: &generator) ? own.randomElement(using: &generator) ?? "" : "today"
            }
            return LabeledText(
                text: words.joined(separator: " ") + " \(index)", category: taxonomy.categories[index % 2])
        }
    }

    private static func bayes(_ texts: [LabeledText], options: ModelFileOptions = ModelFileOptions()) throws
        -> BayesModel
    {
        try BayesModel(
            ModelStorage(copying: TrainingRun(taxonomy: taxonomy).run(texts, options: options).bytes))
    }

    @Test func `a card describes the training texts and the chosen settings`() throws {
        let texts = Self.texts(80)
        let model = try Self.bayes(texts)
        let card = try #require(model.card)
        let choice = try #require(model.manifest.choice)
        let names = [try #require(choice.selected?.name), try #require(choice.runnerUp?.name)]
        for part in ["# weather", "trained on 80 texts", "| sun | 40 |", "| rain/hail | 40 |"] + names {
            #expect(card.contains(part), "\(part) in \(card)")
        }
        let tokenizer = try #require(TextAnalyzer.tokenizerDigest)
        #expect(card.contains("ICU \(TextAnalyzer.icuVersion) (`\(tokenizer.prefix(12))`)"))
        #expect(try Self.bayes(texts.reversed()).card == card, "the order of the texts has no effect")
        var other = texts
        other[0].text += "!"
        #expect(try Self.bayes(other).card != card, "another text gives another digest")
        #expect(!card.contains("puddle"), "the card contains no text")
        #expect(try model.counts()?.documents == [40, 40])
    }

    @Test func `a linear model has a card that states its limits`() throws {
        let made = try LinearTrainingRun(taxonomy: Self.taxonomy).train(Self.texts(60))
        let card = try #require(try ModelReader.read(ModelStorage(copying: made.bytes)).card)
        #expect(card.contains("A linear model, trained on 60 texts."))
        #expect(card.contains("It has no counts"))
    }

    @Test(arguments: [20_000, 12_000, 9_000])
    func `a file with its card is within the size limit`(_ most: Int) throws {
        let texts = Self.texts(200)
        let bytes = try TrainingRun(taxonomy: Self.taxonomy, search: nil)
            .run(texts, options: ModelFileOptions(includesCounts: false, maximumBytes: most)).bytes
        #expect(bytes.count <= most)
        let linear = try LinearTrainingRun(taxonomy: Self.taxonomy).train(texts, mostBytes: most).bytes
        #expect(linear.count <= most)
    }

    @Test func `a text of weight 3 counts as much as three copies`() throws {
        let run = TrainingRun(
            taxonomy: Self.taxonomy, settings: BayesSettings(featureGroups: [.unigrams], minimumFrequency: 1),
            search: nil)
        let texts = Self.texts(40)
        func counts(_ texts: [LabeledText]) throws -> FeatureCounts {
            try #require(try BayesModel(ModelStorage(copying: run.train(texts))).counts())
        }
        var heavy = texts
        heavy[0].weight = 3
        let (one, three) = (try counts(texts), try counts(heavy))
        #expect(three.documents == one.documents)
        #expect(three.weightedDocuments[0] == one.weightedDocuments[0] + 2 * FeatureCounts.unitsPerText)
        #expect(three.weightedDocuments[1] == one.weightedDocuments[1])
        let repeated = try counts(texts + [texts[0], texts[0]])
        #expect(repeated.weightedDocuments == three.weightedDocuments)
        #expect(try run.train(heavy.shuffled()) == run.train(heavy))
    }

    @Test func `the weights of lines are parsed`() {
        let file = LabeledTextFile(
            Array(
                """
                {"text":"a","label":"x","weight":0.25}
                {"text":"b","label":"x"}
                {"text":"c","label":"x","weight":0}
                """.utf8))
        #expect(file.texts.map(\.weight) == [0.25, 1])
        #expect(file.problems.map(\.line) == [3])
    }
}
