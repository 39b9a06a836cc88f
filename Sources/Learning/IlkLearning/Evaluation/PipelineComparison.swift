public import IlkPipeline
public import IlkVocabulary

/// A comparison of two pipelines, champion and challenger, on the same texts.
public struct PipelineComparison: Sendable {
    /// A text for which the two pipelines make different predictions. An abstention counts as a prediction
    /// here.
    public struct Flip: Sendable, Hashable {
        /// The index of the text.
        public var text: Int
        /// The champion's prediction, or `nil` if it abstains.
        public var before: Category?
        /// The challenger's prediction, or `nil` if it abstains.
        public var after: Category?
        /// The probability of the champion's most probable category, 0 ... 1.
        public var probabilityBefore: Double
        /// The probability of the challenger's most probable category, 0 ... 1.
        public var probabilityAfter: Double
    }

    /// The result of one pipeline for one text.
    public struct Prediction: Sendable, Hashable {
        /// The most probable category.
        public var mostProbable: Category
        /// The predicted category, or `nil` if the pipeline abstains.
        public var prediction: Category?
        /// The probability of the most probable category, 0 ... 1.
        public var probability: Double

        package init(mostProbable: Category, prediction: Category?, probability: Double) {
            self.mostProbable = mostProbable
            self.prediction = prediction
            self.probability = probability
        }

        /// Creates a result from a verdict.
        ///
        /// - Parameter verdict: The verdict of the pipeline.
        public init(_ verdict: Verdict) {
            self.init(
                mostProbable: verdict.category,
                prediction: verdict.abstention == nil ? verdict.category : nil,
                probability: verdict.probability)
        }
    }

    /// The differences between the two pipelines.
    public struct Outcome: Sendable {
        /// The number of texts.
        public var texts = 0
        /// The texts for which the two pipelines make different predictions, in the order of the texts.
        public var flips: [Flip] = []
        /// The comparison on labeled texts. A pipeline is correct if its most probable category is the label,
        /// even if it abstains.
        public var labeled = PairedComparison()

        /// Creates an empty outcome.
        public init() {}

        /// Adds one text.
        ///
        /// - Parameters:
        ///   - before: The champion's result.
        ///   - after: The challenger's result.
        ///   - label: The label of the text, or `nil` if it is unlabeled.
        public mutating func add(_ before: Prediction, _ after: Prediction, label: Category?) {
            if before.prediction != after.prediction {
                flips.append(
                    Flip(
                        text: texts, before: before.prediction, after: after.prediction,
                        probabilityBefore: before.probability, probabilityAfter: after.probability))
            }
            texts += 1
            if let label {
                labeled.add(
                    firstIsRight: before.mostProbable == label, secondIsRight: after.mostProbable == label)
            }
        }

        /// The number of flips for each pair of predictions, the most frequent first.
        public var pairs: [(before: Category?, after: Category?, texts: Int)] {
            let counts = Dictionary(grouping: flips) { [$0.before, $0.after] }
            return counts.map { ($0.key[0], $0.key[1], $0.value.count) }.sorted {
                ($1.2, $0.0?.rawValue ?? "", $0.1?.rawValue ?? "")
                    < ($0.2, $1.0?.rawValue ?? "", $1.1?.rawValue ?? "")
            }
        }
    }

    /// The active pipeline.
    public let champion: Pipeline
    /// The pipeline that may replace the champion.
    public let challenger: Pipeline

    /// Creates a comparison. Both pipelines must have the same categories in the same order.
    ///
    /// - Parameters:
    ///   - champion: The active pipeline.
    ///   - challenger: The pipeline that may replace the champion.
    public init(champion: Pipeline, challenger: Pipeline) {
        precondition(
            champion.taxonomy.categories == challenger.taxonomy.categories,
            "both have the same categories")
        self.champion = champion
        self.challenger = challenger
    }

    /// Classifies each text with both pipelines.
    ///
    /// - Parameters:
    ///   - texts: The texts. Labels outside the taxonomy are ignored.
    ///   - progress: Called after every 256 texts with the number of texts classified so far. An error thrown
    ///     here ends the comparison.
    /// - Throws: `PipelineError` if ICU is not available, and the errors of `progress`.
    /// - Complexity: O(*n*) in the total length of the texts.
    public func run(
        on texts: [ReplayedText], progress: (Int) throws -> Void = { _ in }
    ) throws -> Outcome {
        let (first, second) = (try champion.makeSession(), try challenger.makeSession())
        var outcome = Outcome()
        for (index, text) in texts.enumerated() {
            let label = text.category.flatMap { champion.taxonomy.index(of: $0) == nil ? nil : $0 }
            outcome.add(
                Prediction(first.classify(text.text)), Prediction(second.classify(text.text)), label: label)
            if index % 256 == 255 { try progress(index + 1) }
        }
        return outcome
    }
}
