import Glibc
public import IlkVocabulary

/// The outcomes of a classifier on labeled texts.
///
/// A text of a multi-label taxonomy is predicted correctly if exactly its labels are predicted.
public struct Evaluation: Sendable {
    struct Outcome {
        var actual: Int
        var predicted: Int
        var probability: Double
        var logLoss: Double
        var squaredDistance: Double
        var isPrediction: Bool
        /// `true` if some threshold would accept the prediction.
        var isAcceptable: Bool
        var words: Int
        var script: String?
        var source: String?
        /// The actual and predicted labels in a multi-label taxonomy, or `nil` for other taxonomies.
        var labels: LabelTally.Row?

        /// The actual and predicted labels, for any taxonomy.
        var row: LabelTally.Row { labels ?? LabelTally.Row(actual: [actual], predicted: [predicted]) }
        var isRight: Bool { labels?.isExact ?? (actual == predicted) }
        /// `true` if the most probable label is a label of the text.
        var isTopRight: Bool { labels?.actual.contains(predicted) ?? (actual == predicted) }
    }

    private let taxonomy: Taxonomy
    /// `true` if a text can have several labels or none.
    var isMultilabel: Bool { taxonomy.isMultilabel }
    private(set) var outcomes: [Outcome] = []

    package init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
    }

    /// The number of texts.
    public var count: Int { outcomes.count }

    /// The stated probability of each prediction, in the order of the texts.
    public var probabilities: [Double] { outcomes.map(\.probability) }

    /// `true` for each correct prediction, in the order of the texts.
    public var isRight: [Bool] { outcomes.map(\.isRight) }

    /// The share of correctly predicted texts. It is 0 without texts.
    public var accuracy: Double { Self.accuracy(of: outcomes) }

    /// The micro-averaged F1 for a multi-label taxonomy, or `nil` for other taxonomies.
    public var microF1: Double? { isMultilabel ? tally(of: outcomes).microF1 : nil }

    /// Adds the verdict for one text. Verdicts and labels outside the taxonomy are ignored.
    ///
    /// - Parameters:
    ///   - verdict: The verdict of the classifier.
    ///   - actual: The label of the text.
    ///   - words: The number of words in the text.
    ///   - script: The ISO 15924 code of the script with the most letters, or `nil`.
    ///   - source: The source of the text, or `nil` if it is unknown.
    /// - Complexity: O(*c*) in the number of categories.
    public mutating func add(
        _ verdict: Verdict, actual: Category, words: Int, script: String? = nil, source: String? = nil
    ) {
        guard let actual = taxonomy.index(of: actual), let predicted = taxonomy.index(of: verdict.category)
        else { return }
        var distance = 0.0
        for (index, probability) in verdict.probabilities.enumerated() {
            let miss = probability - (index == actual ? 1 : 0)
            distance += miss * miss
        }
        outcomes.append(
            Outcome(
                actual: actual, predicted: predicted, probability: verdict.probability,
                logLoss: -log(max(verdict.probabilities[actual], 1e-15)), squaredDistance: distance,
                isPrediction: verdict.abstention == nil, isAcceptable: verdict.isAcceptable, words: words,
                script: script, source: source))
    }

    /// Adds the verdict for one text of a multi-label taxonomy. Verdicts and labels outside the taxonomy are
    /// ignored.
    ///
    /// - Parameters:
    ///   - verdict: The verdict of the classifier.
    ///   - actual: The labels of the text.
    ///   - words: The number of words in the text.
    ///   - script: The ISO 15924 code of the script with the most letters, or `nil`.
    /// - Complexity: O(*c* + *l* log *l*) for *c* categories and *l* labels of the text.
    public mutating func add(_ verdict: Verdict, actual: [Category], words: Int, script: String? = nil) {
        let indexes = actual.compactMap(taxonomy.index)
        guard indexes.count == actual.count, let top = taxonomy.index(of: verdict.category) else { return }
        let present = Set(indexes)
        var (loss, distance) = (0.0, 0.0)
        for (index, probability) in verdict.probabilities.enumerated() {
            let own = present.contains(index) ? probability : 1 - probability
            loss -= log(max(own, 1e-15))
            distance += (1 - own) * (1 - own)
        }
        let count = Double(max(1, taxonomy.count))
        outcomes.append(
            Outcome(
                actual: top, predicted: top, probability: verdict.probability, logLoss: loss / count,
                squaredDistance: distance / count, isPrediction: verdict.abstention == nil,
                isAcceptable: verdict.isAcceptable, words: words, script: script,
                labels: LabelTally.Row(
                    actual: present.sorted(),
                    predicted: (verdict.categories ?? []).compactMap(taxonomy.index).sorted())))
    }

    /// Appends the outcomes of another evaluation.
    ///
    /// - Parameter other: An evaluation with the same taxonomy.
    /// - Complexity: O(*n*) in the number of texts of the other evaluation.
    public mutating func merge(_ other: Evaluation) {
        outcomes += other.outcomes
    }

    /// Returns the accuracy and the macro-F1.
    ///
    /// - Parameter name: The name of the group of texts, for the report.
    /// - Complexity: O(*n*) in the number of texts.
    public func figures(named name: String) -> EvaluationReport.GroupFigures { group(name, outcomes) }

    /// Compares this classifier with another classifier. In the result, this classifier is the first of the
    /// two.
    ///
    /// - Parameter second: The evaluation of the other classifier on the same texts in the same order.
    /// - Complexity: O(*n*) in the number of texts.
    public func compared(with second: Evaluation) -> PairedComparison {
        precondition(count == second.count, "the same texts")
        var comparison = PairedComparison()
        for (one, other) in zip(outcomes, second.outcomes) {
            comparison.add(firstIsRight: one.isRight, secondIsRight: other.isRight)
        }
        return comparison
    }

    /// Returns the threshold with a guaranteed error rate over all categories. If the source of each text is
    /// known, the guarantee applies to texts of new sources. Otherwise it applies to texts of the same
    /// sources.
    ///
    /// - Parameter maxError: The highest permitted share of errors among accepted predictions, above 0 and
    ///   below 1.
    /// - Complexity: O(*n* log *n*) in the number of texts.
    public func guarantee(maxError: Double) -> ErrorRateGuarantee {
        guarantee(maxError, of: outcomes)
    }

    /// Returns the guarantee for predictions. Predictions that no threshold would accept are not tested, but
    /// they are counted in ``ErrorRateGuarantee/rows``.
    private func guarantee(_ maxError: Double, of answers: [Outcome]) -> ErrorRateGuarantee {
        let acceptable = answers.filter(\.isAcceptable)
        let sources = acceptable.compactMap(\.source)
        let (probabilities, isRight) = (acceptable.map(\.probability), acceptable.map(\.isRight))
        var guarantee =
            !sources.isEmpty && sources.count == acceptable.count
            ? ErrorRateGuarantee(
                maxError: maxError, probabilities: probabilities, isRight: isRight, sources: sources)
            : ErrorRateGuarantee(maxError: maxError, probabilities: probabilities, isRight: isRight)
        guarantee.rows = answers.count
        return guarantee
    }

    /// Returns the threshold with a guaranteed error rate for each predicted category, in the taxonomy's
    /// order.
    ///
    /// - Parameter maxError: The highest permitted share of errors among the accepted predictions of a
    ///   category, above 0 and below 1.
    /// - Complexity: O(*c* · *n* + *n* log *n*) for *n* texts and *c* categories.
    public func guarantees(maxError: Double) -> [ErrorRateGuarantee] {
        taxonomy.categories.indices.map { category in
            guarantee(maxError, of: outcomes.filter { $0.predicted == category })
        }
    }

    /// The text lengths of ``EvaluationReport/byLength``, in words.
    static let lengths: [(name: String, range: ClosedRange<Int>)] = [
        ("1-2 words", 0...2), ("3-5 words", 3...5), ("6-10 words", 6...10), ("11-50 words", 11...50),
        ("51+ words", 51...Int.max),
    ]

    /// The maximum number of labels for a confusion matrix. The size of the matrix is the square of this
    /// number.
    static let maximumMatrix = 1_000

    /// Computes all figures.
    ///
    /// - Parameter classifier: The name of the classifier.
    /// - Complexity: Dominated by 1,000 bootstrap samples of all texts.
    public func report(classifier: String) -> EvaluationReport {
        let figures = figures(of: outcomes)
        let predictions = outcomes.filter(\.isPrediction)
        // No bootstrap: if all texts are right, all samples are right, and the interval would have no width.
        let right = BinomialProportion(events: outcomes.count(where: \.isRight), trials: outcomes.count)
        let interval = Bootstrap.macroF1Interval(rows: outcomes.map(\.row), categories: taxonomy.count)
        let isTopRight = outcomes.map(\.isTopRight)
        return EvaluationReport(
            classifier: classifier, texts: outcomes.count, accuracy: figures.accuracy,
            macroF1: figures.macroF1, microF1: figures.microF1, accuracyInterval: right.interval(),
            macroF1Interval: interval, logLoss: mean(\.logLoss), brierScore: mean(\.squaredDistance),
            calibration: Calibration(probabilities: probabilities, isRight: isTopRight),
            riskCurve: RiskCurve(probabilities: probabilities, isRight: isTopRight),
            coverage: outcomes.isEmpty ? 0 : Double(predictions.count) / Double(outcomes.count),
            selectiveAccuracy: self.figures(of: predictions).accuracy, categories: figures.categories,
            confusion: figures.confusion,
            byLength: Self.lengths.map { length in
                group(length.name, outcomes.filter { length.range.contains($0.words) })
            },
            byScript: byScript())
    }

    /// The figures that follow from the actual and the predicted labels.
    private struct Figures {
        var accuracy: Double
        var macroF1: Double
        var microF1: Double?
        var categories: [EvaluationReport.CategoryFigures]
        var confusion: ConfusionMatrix?
    }

    private func figures(of outcomes: [Outcome]) -> Figures {
        guard taxonomy.isMultilabel || taxonomy.count > Self.maximumMatrix else {
            var matrix = ConfusionMatrix(taxonomy: taxonomy)
            for outcome in outcomes { matrix.add(actual: outcome.actual, predicted: outcome.predicted) }
            let categories = taxonomy.categories.enumerated().map { index, category in
                EvaluationReport.CategoryFigures(
                    category: category, precision: matrix.precision(index), recall: matrix.recall(index),
                    f1: matrix.f1(index), support: matrix.support(index))
            }
            return Figures(
                accuracy: matrix.accuracy, macroF1: matrix.macroF1, categories: categories, confusion: matrix)
        }
        let tally = tally(of: outcomes)
        return Figures(
            accuracy: Self.accuracy(of: outcomes), macroF1: tally.macroF1,
            microF1: isMultilabel ? tally.microF1 : nil, categories: tally.figures(of: taxonomy))
    }

    private func tally(of outcomes: [Outcome]) -> LabelTally {
        LabelTally(outcomes.map(\.row), categories: taxonomy.count)
    }

    private static func accuracy(of outcomes: [Outcome]) -> Double {
        outcomes.isEmpty ? 0 : Double(outcomes.count(where: \.isRight)) / Double(outcomes.count)
    }

    private func byScript() -> [EvaluationReport.GroupFigures] {
        Dictionary(grouping: outcomes) { $0.script ?? "none" }
            .map { group($0.key, $0.value) }
            .sorted { ($1.texts, $0.name) < ($0.texts, $1.name) }
    }

    private func group(_ name: String, _ outcomes: [Outcome]) -> EvaluationReport.GroupFigures {
        let figures = figures(of: outcomes)
        return EvaluationReport.GroupFigures(
            name: name, texts: outcomes.count, accuracy: outcomes.isEmpty ? nil : figures.accuracy,
            macroF1: outcomes.isEmpty ? nil : figures.macroF1)
    }

    private func mean(_ figure: (Outcome) -> Double) -> Double {
        outcomes.isEmpty ? 0 : outcomes.reduce(0) { $0 + figure($1) } / Double(outcomes.count)
    }
}

extension Verdict {
    /// `true` if some threshold would accept the prediction: the text is neither empty nor unfamiliar, there
    /// is evidence, and no other category has the same probability.
    fileprivate var isAcceptable: Bool {
        guard abstention == nil || abstention == .unsure else { return false }
        guard let best = probabilities.max() else { return false }
        return probabilities.count { $0 == best } == 1
    }
}
