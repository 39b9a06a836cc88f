public import IlkTraining
import Glibc
public import IlkModels
import IlkText
public import IlkVocabulary

/// Labelled texts whose label a model of all the other texts contradicts: most of them are mistakes of whoever labelled,
/// or texts that can be read both ways.
public struct LabelSuspects: Sendable {
    /// One such text.
    public struct Suspect: Sendable, Hashable, Codable {
        /// Its place among the texts, from 0.
        public var index: Int
        /// The label it has.
        public var label: Category
        /// The category that the model gives it.
        public var category: Category
        /// The probability of that category, 0 ... 1.
        public var probability: Double
        /// The probability of its label, 0 ... 1.
        public var labelProbability: Double

        /// How loudly the model contradicts: the log-odds of its category against the label, above 0.
        public var contradiction: Double {
            log(max(probability, 1e-300)) - log(max(labelProbability, 1e-300))
        }
    }

    /// The texts whose label is contradicted, loudest first.
    public let suspects: [Suspect]
    /// How many texts were looked at.
    public let texts: Int

    /// Looks through texts, each scored by the counts of all the others.
    ///
    /// - Parameters:
    ///   - texts: The labelled texts. Those of categories that the taxonomy does not have are left out.
    ///   - taxonomy: What is decided among.
    ///   - settings: How weights are derived from counts.
    ///   - search: What is tried to find better settings; nil to take them as they are.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the search.
    /// - Throws: `TextError` when ICU is not to be had.
    public init(
        among texts: [LabelledText], taxonomy: Taxonomy, settings: BayesSettings = BayesSettings(),
        search: BayesSearch? = BayesSearch(), progress: (Int) throws -> Void = { _ in }
    ) throws {
        let kept = texts.indices.filter { taxonomy.index(of: texts[$0].category) != nil }
        // Without their sources: a line with a wrong label is often the only one of its source there, and would count for
        // many.
        let alike = texts.map { LabelledText(text: $0.text, category: $0.category) }
        let trainer = try TrainingRun(taxonomy: taxonomy, settings: settings, search: search).counted(
            alike, progress: progress)
        func check() throws { try progress(kept.count) }
        let scales = try trainer.fitScales(check: check)
        self.init(
            scores: try trainer.leftOutScores(scales: scales, check: check), texts: texts, places: kept,
            taxonomy
        )
    }

    /// Looks through texts, each scored by linear models of the others: a fifth of the texts is left out five times, since
    /// a single text cannot be taken out of fitted weights.
    ///
    /// - Parameters:
    ///   - texts: The labelled texts. Those of categories that the taxonomy does not have are left out.
    ///   - run: How the models are made.
    ///   - progress: Called now and then with the number of texts read. What it throws ends the search.
    /// - Throws: `TextError` when ICU is not to be had, `FormatError` when there is too much to fit.
    public init(
        among texts: [LabelledText], run: LinearTrainingRun, progress: (Int) throws -> Void = { _ in }
    ) throws {
        let kept = texts.indices.filter { run.taxonomy.index(of: texts[$0].category) != nil }
        let scores = try run.leftOutScores(texts, progress: progress)
        let scored = kept.indices.filter { !scores[$0].isEmpty }
        self.init(
            scores: scored.map { scores[$0] }, texts: texts, places: scored.map { kept[$0] }, run.taxonomy)
    }

    private init(scores: [[Double]], texts: [LabelledText], places: [Int], _ taxonomy: Taxonomy) {
        var found: [Suspect] = []
        var probabilities: [Double] = []
        for (place, scores) in zip(places, scores) {
            Softmax.probabilities(of: scores, into: &probabilities)
            let best = probabilities.indices.reduce(0) { probabilities[$1] > probabilities[$0] ? $1 : $0 }
            guard let own = taxonomy.index(of: texts[place].category), own != best else { continue }
            found.append(
                Suspect(
                    index: place, label: texts[place].category, category: taxonomy.categories[best],
                    probability: probabilities[best], labelProbability: probabilities[own]))
        }
        suspects = found.sorted { ($1.contradiction, $0.index) < ($0.contradiction, $1.index) }
        self.texts = places.count
    }
}
