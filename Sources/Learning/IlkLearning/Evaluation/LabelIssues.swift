public import IlkTraining
import Glibc
public import IlkModels
import IlkText
public import IlkVocabulary

/// Label issues: labeled texts for which a model trained on the other texts predicts another label.
///
/// Most label issues are labeling mistakes or ambiguous texts.
public struct LabelIssues: Sendable {
    /// A text with a label issue.
    public struct Issue: Sendable, Hashable, Codable {
        /// The index of the text among the checked texts.
        public var index: Int
        /// The label of the text.
        public var label: Category
        /// The predicted category.
        public var category: Category
        /// The probability of the predicted category, 0 ... 1.
        public var probability: Double
        /// The probability of the label, 0 ... 1.
        public var labelProbability: Double

        /// The log-odds of the predicted category against the label, above 0.
        public var logOddsAgainstLabel: Double {
            log(max(probability, 1e-300)) - log(max(labelProbability, 1e-300))
        }
    }

    /// The label issues, the largest ``Issue/logOddsAgainstLabel`` first.
    public let issues: [Issue]
    /// The number of texts that were checked.
    public let texts: Int

    /// Checks texts with leave-one-out Bayes scores: the counts of each text are subtracted before it is
    /// scored.
    ///
    /// - Parameters:
    ///   - texts: The labeled texts. Texts with labels outside the taxonomy are ignored.
    ///   - taxonomy: The categories.
    ///   - settings: The settings of the Bayes model.
    ///   - search: The hyperparameter search, or `nil` to use `settings` unchanged.
    ///   - progress: Called repeatedly with the number of texts read. An error thrown here ends the search.
    /// - Throws: `TextError` if ICU is not available, and the errors of `progress`.
    /// - Complexity: A training of a Bayes model, plus O(*n* · *c*) for a total of *n* features in all
    ///   texts and *c* categories.
    public init(
        among texts: [LabeledText], taxonomy: Taxonomy, settings: BayesSettings = BayesSettings(),
        search: BayesSearch? = BayesSearch(), progress: (Int) throws -> Void = { _ in }
    ) throws {
        let kept = texts.indices.filter { taxonomy.index(of: texts[$0].category) != nil }
        // Sources are ignored: a mislabeled text is often the only text of its source in that category and
        // would get a high weight.
        let alike = texts.map { LabeledText(text: $0.text, category: $0.category) }
        let trainer = try TrainingRun(taxonomy: taxonomy, settings: settings, search: search).countedTrainer(
            alike, progress: progress)
        func check() throws { try progress(kept.count) }
        let groupWeights = try trainer.fitGroupWeights(check: check)
        self.init(
            scores: try trainer.leaveOneOutScores(groupWeights: groupWeights, check: check), texts: texts,
            places: kept,
            taxonomy
        )
    }

    /// Checks texts with the scores of linear models in five-fold cross-validation. Leave-one-out would need
    /// one training per text, because the weights of a linear model cannot be corrected for a removed text.
    ///
    /// - Parameters:
    ///   - texts: The labeled texts. Texts with labels outside the taxonomy are ignored.
    ///   - run: The settings of the linear models.
    ///   - progress: Called repeatedly with the number of texts read. An error thrown here ends the search.
    /// - Throws: `TextError` if ICU is not available, `FormatError` if there are too many features for a
    ///   linear model, and the errors of `progress`.
    /// - Complexity: A cross-validated training of a linear model, plus O(*n* · *c*) for *n* texts and *c*
    ///   categories.
    public init(
        among texts: [LabeledText], run: LinearTrainingRun, progress: (Int) throws -> Void = { _ in }
    ) throws {
        let kept = texts.indices.filter { run.taxonomy.index(of: texts[$0].category) != nil }
        let scores = try run.crossValidatedScores(texts, progress: progress)
        let scored = kept.indices.filter { !scores[$0].isEmpty }
        self.init(
            scores: scored.map { scores[$0] }, texts: texts, places: scored.map { kept[$0] }, run.taxonomy)
    }

    private init(scores: [[Double]], texts: [LabeledText], places: [Int], _ taxonomy: Taxonomy) {
        var found: [Issue] = []
        var probabilities: [Double] = []
        for (place, scores) in zip(places, scores) {
            Softmax.probabilities(of: scores, into: &probabilities)
            let best = probabilities.indices.reduce(0) { probabilities[$1] > probabilities[$0] ? $1 : $0 }
            guard let own = taxonomy.index(of: texts[place].category), own != best else { continue }
            found.append(
                Issue(
                    index: place, label: texts[place].category, category: taxonomy.categories[best],
                    probability: probabilities[best], labelProbability: probabilities[own]))
        }
        issues = found.sorted { ($1.logOddsAgainstLabel, $0.index) < ($0.logOddsAgainstLabel, $1.index) }
        self.texts = places.count
    }
}

extension LabelIssues.Issue {
    package func fields(text: String) -> JSONObject {
        [
            "label": label, "category": category, "probability": probability,
            "labelProbability": labelProbability, "text": text,
        ]
    }
}
