import Glibc
public import IlkVocabulary

/// The outcomes of a classifier on labeled texts.
public struct Evaluation: Sendable {
    private struct Outcome {
        var actual: Int
        var predicted: Int
        var probability: Double
        var ownProbability: Double
        var squaredDistance: Double
        var isPrediction: Bool
        /// `true` if some threshold would accept the prediction.
        var isAcceptable: Bool
        var words: Int
        var script: String?

        var isRight: Bool { actual == predicted }
    }

    private let taxonomy: Taxonomy
    private var outcomes: [Outcome] = []

    package init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
    }

    /// The number of texts.
    public var count: Int { outcomes.count }

    /// The stated probability of each prediction, in the order of the texts.
    public var probabilities: [Double] { outcomes.map(\.probability) }

    /// `true` for each correct prediction, in the order of the texts.
    public var isRight: [Bool] { outcomes.map(\.isRight) }

    /// Adds the verdict for one text. Verdicts and labels outside the taxonomy are ignored.
    ///
    /// - Parameters:
    ///   - verdict: The verdict of the classifier.
    ///   - actual: The label of the text.
    ///   - words: The number of words in the text.
    ///   - script: The ISO 15924 code of the script with the most letters, or `nil`.
    /// - Complexity: O(*c*) in the number of categories.
    public mutating func add(_ verdict: Verdict, actual: Category, words: Int, script: String? = nil) {
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
                ownProbability: verdict.probabilities[actual], squaredDistance: distance,
                isPrediction: verdict.abstention == nil, isAcceptable: verdict.isAcceptable, words: words,
                script: script))
    }

    /// Appends the outcomes of another evaluation.
    ///
    /// - Parameter other: An evaluation with the same taxonomy.
    /// - Complexity: O(*n*) in the number of texts of the other evaluation.
    public mutating func merge(_ other: Evaluation) {
        outcomes += other.outcomes
    }

    /// Compares this classifier, as the first, with another one.
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

    /// Returns the threshold with a guaranteed error rate over all categories.
    ///
    /// - Parameter maxError: The highest permitted share of errors among accepted predictions, above 0 and
    ///   below 1.
    /// - Complexity: O(*n* log *n*) in the number of texts.
    public func guarantee(maxError: Double) -> ErrorRateGuarantee {
        guarantee(maxError, of: outcomes)
    }

    /// Counts predictions that no threshold would accept as rows, but neither as correct nor as wrong.
    private func guarantee(_ maxError: Double, of answers: [Outcome]) -> ErrorRateGuarantee {
        let claimable = answers.filter(\.isAcceptable)
        var guarantee = ErrorRateGuarantee(
            maxError: maxError, probabilities: claimable.map(\.probability),
            isRight: claimable.map(\.isRight))
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

    /// Computes all figures.
    ///
    /// - Parameter classifier: The name of the classifier.
    /// - Complexity: Dominated by 1,000 bootstrap samples of all texts.
    public func report(classifier: String) -> EvaluationReport {
        let matrix = matrix(of: outcomes)
        let claimed = outcomes.filter(\.isPrediction)
        let count = taxonomy.count
        // Not bootstrapped: if all texts are right, all samples are right, and the interval would have no
        // width.
        let right = BinomialProportion(events: outcomes.count(where: \.isRight), trials: outcomes.count)
        let macroF1Interval = Bootstrap.macroF1Interval(
            cells: outcomes.map { Int32($0.actual * count + $0.predicted) }, categories: count)
        return EvaluationReport(
            classifier: classifier, texts: outcomes.count, accuracy: matrix.accuracy, macroF1: matrix.macroF1,
            accuracyInterval: right.interval(), macroF1Interval: macroF1Interval,
            logLoss: mean { -log(max($0.ownProbability, 1e-15)) },
            brierScore: mean(\.squaredDistance),
            calibration: Calibration(probabilities: probabilities, isRight: isRight),
            riskCurve: RiskCurve(probabilities: probabilities, isRight: isRight),
            coverage: outcomes.isEmpty ? 0 : Double(claimed.count) / Double(outcomes.count),
            selectiveAccuracy: self.matrix(of: claimed).accuracy, categories: figures(of: matrix),
            confusion: matrix,
            byLength: Self.lengths.map { length in
                group(length.name, outcomes.filter { length.range.contains($0.words) })
            },
            byScript: byScript())
    }

    private func figures(of matrix: ConfusionMatrix) -> [EvaluationReport.CategoryFigures] {
        taxonomy.categories.enumerated().map { index, category in
            EvaluationReport.CategoryFigures(
                category: category, precision: matrix.precision(index), recall: matrix.recall(index),
                f1: matrix.f1(index), support: matrix.support(index))
        }
    }

    private func byScript() -> [EvaluationReport.GroupFigures] {
        Dictionary(grouping: outcomes) { $0.script ?? "none" }
            .map { group($0.key, $0.value) }
            .sorted { ($1.texts, $0.name) < ($0.texts, $1.name) }
    }

    private func group(_ name: String, _ outcomes: [Outcome]) -> EvaluationReport.GroupFigures {
        let matrix = matrix(of: outcomes)
        return EvaluationReport.GroupFigures(
            name: name, texts: outcomes.count, accuracy: outcomes.isEmpty ? nil : matrix.accuracy,
            macroF1: outcomes.isEmpty ? nil : matrix.macroF1)
    }

    private func matrix(of outcomes: [Outcome]) -> ConfusionMatrix {
        var matrix = ConfusionMatrix(taxonomy: taxonomy)
        for outcome in outcomes { matrix.add(actual: outcome.actual, predicted: outcome.predicted) }
        return matrix
    }

    private func mean(_ figure: (Outcome) -> Double) -> Double {
        outcomes.isEmpty ? 0 : outcomes.reduce(0) { $0 + figure($1) } / Double(outcomes.count)
    }
}

extension Verdict {
    /// `true` if some threshold would accept the prediction: it has evidence, and no other category ties with
    /// it.
    fileprivate var isAcceptable: Bool {
        guard abstention == nil || abstention == .unsure else { return false }
        guard let best = probabilities.max() else { return false }
        return probabilities.count { $0 == best } == 1
    }
}
