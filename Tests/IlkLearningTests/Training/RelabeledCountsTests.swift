import IlkLearning
import IlkModels
import IlkText
import IlkTraining
import IlkVocabulary
import Testing

@Suite struct `Counts under other labels` {
    private typealias Category = IlkVocabulary.Category

    private static let settings = BayesSettings(minimumFrequency: 1)
    private static let words: [Category: String] = ["match": "ball", "race": "lap lap", "vote": "party"]

    private static func texts(_ labels: [Category]) -> [LabeledText] {
        labels.flatMap { label in
            (0..<6).map {
                LabeledText(text: "the \(words[label] ?? "") of day \($0) and \($0 * $0)", category: label)
            }
        }
    }

    private static func counts(_ texts: [LabeledText], _ labels: [Category]) throws -> FeatureCounts {
        let taxonomy = Taxonomy(name: "news", categories: labels)
        var trainer = BayesTrainer(taxonomy: taxonomy, settings: settings)
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for text in texts {
            analyzer.analyze(text.text, into: &analysis)
            trainer.add(analysis, category: try #require(taxonomy.index(of: text.category)))
        }
        return trainer.counts
    }

    private static func model(_ counts: FeatureCounts) throws -> [UInt8] {
        let labels = counts.taxonomy.categories
        let texts = labels.flatMap { label in
            (0..<3).map { LabeledText(text: "\(label) \($0)", category: label) }
        }
        let any = try TrainingRun(taxonomy: counts.taxonomy, settings: settings, search: nil).train(texts)
        let groupWeights = try BayesModel(ModelStorage(copying: any)).manifest.groupWeights
        return try BayesTrainer(resuming: counts, settings: settings).build(groupWeights: groupWeights)
    }

    @Test func `merging two labels equals counting their texts under one label`() throws {
        let texts = Self.texts(["match", "race", "vote"])
        let before = try Self.counts(texts, ["match", "race", "vote"])
        let after = before.relabeled(to: Taxonomy(name: "news", categories: ["match", "vote"]), [0, 0, 1])
        let merged = texts.map { text in
            LabeledText(text: text.text, category: text.category == "race" ? "match" : text.category)
        }
        let direct = try Self.counts(merged, ["match", "vote"])
        #expect(after.documents == direct.documents)
        #expect(try Self.model(after) == Self.model(direct))
    }

    @Test func `a dropped label leaves no words, and a new one has no texts`() throws {
        let before = try Self.counts(Self.texts(["match", "race", "vote"]), ["match", "race", "vote"])
        let labels = Taxonomy(name: "news", categories: ["new", "vote", "match"])
        let after = before.relabeled(to: labels, [2, nil, 1])
        #expect(after.documents == [0, 6, 6])
        #expect(after.featureCount < before.featureCount)
    }

    @Test func `a model that continues counts names the tokenizer of their texts`() throws {
        let counts = try Self.counts(Self.texts(["match", "vote"]), ["match", "vote"])
        let model = try BayesModel(ModelStorage(copying: Self.model(counts)))
        var base = model.manifest
        (base.icuVersion, base.tokenizer) = ("63.1", "ab")
        let bytes = try BayesTrainer(resuming: counts, settings: Self.settings, of: base)
            .build(groupWeights: base.groupWeights)
        let manifest = try BayesModel(ModelStorage(copying: bytes)).manifest
        #expect(manifest.icuVersion == "63.1" && manifest.tokenizer == "ab")
        #expect(model.manifest.icuVersion == TextAnalyzer.icuVersion)
    }

    @Test func `the model of merged labels predicts the label that they became`() throws {
        let all: [Category] = ["match", "race", "vote"]
        let bytes = try TrainingRun(
            taxonomy: Taxonomy(name: "news", categories: all), settings: Self.settings, search: nil
        ).train(Self.texts(all))
        let model = try BayesModel(ModelStorage(copying: bytes))
        let counts = try #require(try model.counts())
        let labels = Taxonomy(name: "news", categories: ["match", "vote"])
        let merged = try model.relabeled(to: labels, [0, 0, 1], counts: counts).model
        #expect(merged.taxonomy == labels && merged.documents == [12, 6])
        let analyzer = try TextAnalyzer(measuring: .classification)
        var (analysis, scratch, scores) = (AnalyzedText(), ModelScratch(), [0.0, 0.0])
        analyzer.analyze("the lap lap of day 3 and 9", into: &analysis)
        merged.score(analysis, using: &scratch, into: &scores)
        #expect(scores[0] > scores[1], "\(scores)")
    }
}
