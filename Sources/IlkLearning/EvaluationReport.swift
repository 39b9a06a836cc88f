public import IlkVocabulary

/// How well a classifier does on labelled texts.
public struct EvaluationReport: Sendable, Codable, Hashable {
    /// The figures of one category. All are 0 ... 1.
    public struct CategoryFigures: Sendable, Codable, Hashable {
        /// The category.
        public var category: Category
        /// The share of right ones among the texts given the category.
        public var precision: Double
        /// The share of the category's texts that were given it.
        public var recall: Double
        /// The harmonic mean of both.
        public var f1: Double
        /// How many texts have the category.
        public var support: Int
    }

    /// The figures of the texts of one length, or of one source.
    public struct GroupFigures: Sendable, Codable, Hashable {
        /// Which texts, as `3-5 words`.
        public var name: String
        /// How many there are.
        public var texts: Int
        /// The share that was right, 0 ... 1.
        public var accuracy: Double
        /// The mean F1 over the categories that occur among them, 0 ... 1.
        public var macroF1: Double
    }

    /// What was measured: `rules`, `bayes` or `fused`.
    public var classifier: String
    /// How many texts there were.
    public var texts: Int
    /// The share that was right, 0 ... 1.
    public var accuracy: Double
    /// The mean F1 over the categories that occur, 0 ... 1.
    public var macroF1: Double
    /// The mean of -ln of the probability given to the right category. 0 and up.
    public var logLoss: Double
    /// How far stated probabilities are from the share that was right, over 15 ranges (Guo et al. 2017). 0 ... 1.
    public var expectedCalibrationError: Double
    /// The share of texts for which a category was claimed, 0 ... 1.
    public var coverage: Double
    /// The share that was right among those, 0 ... 1; 0 when there are none.
    public var accuracyWhereClaimed: Double
    /// Category by category, in the taxonomy's order.
    public var categories: [CategoryFigures]
    /// What was taken for what.
    public var confusion: ConfusionMatrix
    /// By number of words: 1-2, 3-5, 6-10, 11-50, 51 and more.
    public var byLength: [GroupFigures]
}

/// Adds up what a classifier said of labelled texts.
public struct Evaluation: Sendable {
    private struct Outcome {
        var actual: Int
        var predicted: Int
        var probability: Double
        var ownProbability: Double
        var claimed: Bool
        var words: Int
    }

    private let taxonomy: Taxonomy
    private var outcomes: [Outcome] = []

    /// An evaluation of no texts.
    public init(taxonomy: Taxonomy) {
        self.taxonomy = taxonomy
    }

    /// How many texts were counted.
    public var count: Int { outcomes.count }

    /// Counts a verdict.
    ///
    /// - Parameters:
    ///   - verdict: What was said.
    ///   - actual: What is right: a category of the taxonomy.
    ///   - words: How many words the text has.
    public mutating func add(_ verdict: Verdict, actual: Category, words: Int) {
        guard let actual = taxonomy.index(of: actual), let predicted = taxonomy.index(of: verdict.category)
        else { return }
        outcomes.append(
            Outcome(
                actual: actual, predicted: predicted, probability: verdict.probability,
                ownProbability: verdict.probabilities[actual], claimed: verdict.abstention == nil,
                words: words))
    }

    /// Takes the outcomes of another evaluation in.
    public mutating func merge(_ other: Evaluation) {
        outcomes += other.outcomes
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
        return EvaluationReport(
            classifier: classifier, texts: outcomes.count, accuracy: matrix.accuracy, macroF1: matrix.macroF1,
            logLoss: logLoss(), expectedCalibrationError: calibrationError(),
            coverage: outcomes.isEmpty ? 0 : Double(claimed.count) / Double(outcomes.count),
            accuracyWhereClaimed: self.matrix(of: claimed).accuracy,
            categories: taxonomy.categories.enumerated().map { index, category in
                EvaluationReport.CategoryFigures(
                    category: category, precision: matrix.precision(index), recall: matrix.recall(index),
                    f1: matrix.f1(index), support: matrix.support(index))
            },
            confusion: matrix,
            byLength: Self.lengths.map { length in
                let group = outcomes.filter { length.range.contains($0.words) }
                let matrix = self.matrix(of: group)
                return EvaluationReport.GroupFigures(
                    name: length.name, texts: group.count, accuracy: matrix.accuracy, macroF1: matrix.macroF1)
            })
    }

    private func matrix(of outcomes: [Outcome]) -> ConfusionMatrix {
        var matrix = ConfusionMatrix(taxonomy: taxonomy)
        for outcome in outcomes { matrix.add(actual: outcome.actual, predicted: outcome.predicted) }
        return matrix
    }

    private func logLoss() -> Double {
        guard !outcomes.isEmpty else { return 0 }
        let sum = outcomes.reduce(0) { $0 - naturalLogarithm(max($1.ownProbability, 1e-15)) }
        return sum / Double(outcomes.count)
    }

    private func calibrationError() -> Double {
        guard !outcomes.isEmpty else { return 0 }
        let ranges = 15
        var stated = [Double](repeating: 0, count: ranges)
        var right = [Double](repeating: 0, count: ranges)
        for outcome in outcomes {
            let range = min(ranges - 1, Int(outcome.probability * Double(ranges)))
            stated[range] += outcome.probability
            if outcome.actual == outcome.predicted { right[range] += 1 }
        }
        return (0..<ranges).reduce(0) { $0 + abs(stated[$1] - right[$1]) } / Double(outcomes.count)
    }
}
