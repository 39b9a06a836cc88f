package import IlkTraining
import IlkLearning
package import IlkModels
import IlkText
package import IlkVocabulary

/// Small models of invented texts.
package enum ModelFixture {
    package struct Example {
        package var text: String
        package var category: Int
        package var weight: Double

        package init(text: String, category: Int, weight: Double = 1) {
            self.text = text
            self.category = category
            self.weight = weight
        }
    }

    package static let examples = [
        Example(text: "rake the hedge, water the tulips", category: 0),
        Example(text: "tulips and a rake by the hedge", category: 0),
        Example(text: "dough in the oven, skillet out!!", category: 1),
        Example(text: "the skillet and the dough", category: 1),
        Example(text: "", category: 1),
    ]

    package static func taxonomy(_ count: Int) -> Taxonomy {
        Taxonomy(name: "made", categories: (0..<count).map { Category("c\($0)") })
    }

    package static func bayes(
        _ examples: [Example] = examples, categories: Int = 2,
        featureGroups: [FeatureGroup] = [.unigrams, .skeletonBigrams], by unit: CountUnit = .texts,
        includesCounts: Bool = true
    ) throws -> [UInt8] {
        let trainer = try counted(examples, categories: categories, featureGroups: featureGroups, by: unit)
        return try trainer.build(groupWeights: trainer.fittedGroupWeights(), includesCounts: includesCounts)
    }

    package static func counted(
        _ examples: [Example], categories: Int, featureGroups: [FeatureGroup], by unit: CountUnit = .texts
    ) throws -> BayesTrainer {
        let settings = BayesSettings(
            featureGroups: featureGroups, weighing: GroupWeighting(by: unit), minimumFrequency: 1)
        var trainer = BayesTrainer(taxonomy: taxonomy(categories), settings: settings)
        try analyzed(examples) { trainer.add($0, category: $1.category, weight: $1.weight) }
        return trainer
    }

    package static func linear(
        _ examples: [Example] = examples, categories: Int = 2,
        settings: LinearSettings = LinearSettings(
            featureGroups: [.unigrams, .bigrams, .wordNgrams], bucketBits: 6)
    ) throws -> [UInt8] {
        try trainer(examples, categories: categories, settings: settings).build().bytes
    }

    package static func trainer(
        _ examples: [Example], categories: Int, settings: LinearSettings
    ) throws -> LinearTrainer {
        var trainer = LinearTrainer(taxonomy: taxonomy(categories), settings: settings)
        var index = 0
        try analyzed(examples) {
            trainer.add($0, category: $1.category, weight: $1.weight, fold: index % 3)
            index += 1
        }
        return trainer
    }

    private static func analyzed(
        _ examples: [Example], _ body: (borrowing AnalyzedText, Example) -> Void
    ) throws {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        for example in examples {
            analyzer.analyze(example.text, into: &analysis)
            body(analysis, example)
        }
    }

    package static func model(_ bytes: [UInt8]) throws -> any TextModel {
        try ModelReader.read(ModelStorage(copying: bytes))
    }

    /// Returns the error of reading a file and its counts, or `nil` if both are valid.
    package static func refusal(_ bytes: [UInt8]) -> FormatError? {
        do throws(FormatError) {
            let model = try ModelReader.read(ModelStorage(copying: bytes))
            if let model = model as? BayesModel { _ = try model.counts() }
            return nil
        } catch {
            return error
        }
    }

    package static func scores(_ model: any TextModel, _ texts: [String]) throws -> [[Double]] {
        let analyzer = try TextAnalyzer(measuring: .classification)
        var analysis = AnalyzedText()
        var scratch = ModelScratch()
        return texts.map { text in
            analyzer.analyze(text, into: &analysis)
            var scores = [Double](repeating: 0, count: model.taxonomy.count)
            model.score(analysis, using: &scratch, into: &scores)
            return scores
        }
    }
}
