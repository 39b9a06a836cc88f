import Glibc
public import IlkVocabulary

/// Adds up what a classifier said of labelled texts.
public struct Evaluation: Sendable {
    private struct Outcome {
        var actual: Int
        var predicted: Int
        var probability: Double
        var ownProbability: Double
        var squaredDistance: Double
        var claimed: Bool
        /// Whether a threshold low enough would have it claimed.
        var isClaimable: Bool
        var words: Int
        var script: String?

        var isRight: Bool { actual == predicted }
    }

    private let taxonomy: Taxonomy
    private var outcomes: [Outcome] = []

    /// An evaluation of no texts.
    public init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
    }

    /// How many texts were counted.
    public var count: Int { outcomes.count }

    /// The stated probability of each answer, in the order of the texts.
    public var probabilities: [Double] { outcomes.map(\.probability) }

    /// Whether each answer was right, in the order of the texts.
    public var isRight: [Bool] { outcomes.map(\.isRight) }

    /// Counts a verdict.
    ///
    /// - Parameters:
    ///   - verdict: What was said.
    ///   - actual: What is right: a category of the taxonomy.
    ///   - words: How many words the text has.
    ///   - script: The script with the most letters, or nil.
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
                claimed: verdict.abstention == nil, isClaimable: verdict.isClaimable, words: words,
                script: script))
    }

    /// Takes the outcomes of another evaluation in.
    public mutating func merge(_ other: Evaluation) {
        outcomes += other.outcomes
    }

    /// This classifier, as the first, beside another on the same texts in the same order.
    public func compared(with second: Evaluation) -> PairedComparison {
        precondition(count == second.count, "the same texts")
        var comparison = PairedComparison()
        for (one, other) in zip(outcomes, second.outcomes) {
            comparison.add(firstIsRight: one.isRight, secondIsRight: other.isRight)
        }
        return comparison
    }

    /// The threshold that keeps the share of wrong answers among accepted ones below a promised one.
    public func promise(maxError: Double) -> ErrorPromise {
        promise(maxError, of: outcomes)
    }

    /// Answers that no threshold would have claimed are neither right nor wrong: they count as rows alone.
    private func promise(_ maxError: Double, of answers: [Outcome]) -> ErrorPromise {
        let claimable = answers.filter(\.isClaimable)
        var promise = ErrorPromise(
            maxError: maxError, probabilities: claimable.map(\.probability),
            isRight: claimable.map(\.isRight))
        promise.rows = answers.count
        return promise
    }

    /// The same for the answers of each category by themselves, in the taxonomy's order.
    public func promises(maxError: Double) -> [ErrorPromise] {
        taxonomy.categories.indices.map { category in
            promise(maxError, of: outcomes.filter { $0.predicted == category })
        }
    }

    /// The lengths that reports are broken down by, in words.
    static let lengths: [(name: String, range: ClosedRange<Int>)] = [
        ("1-2 words", 0...2), ("3-5 words", 3...5), ("6-10 words", 6...10), ("11-50 words", 11...50),
        ("51+ words", 51...Int.max),
    ]

    /// The figures.
    public func report(classifier: String) -> EvaluationReport {
        let matrix = matrix(of: outcomes)
        let claimed = outcomes.filter(\.claimed)
        let count = taxonomy.count
        // Drawn samples of texts that were all right are all right, however few there are: the exact interval is not so sure.
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
            accuracyWhereClaimed: self.matrix(of: claimed).accuracy, categories: figures(of: matrix),
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
    /// Whether a threshold low enough would have its category claimed: something spoke for it, and for no other as loudly.
    fileprivate var isClaimable: Bool {
        guard abstention == nil || abstention == .unsure else { return false }
        guard let best = probabilities.max() else { return false }
        return probabilities.count { $0 == best } == 1
    }
}
