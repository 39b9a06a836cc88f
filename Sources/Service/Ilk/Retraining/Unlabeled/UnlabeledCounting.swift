import IlkTraining
import IlkLearning
import IlkModels
import IlkRules
import IlkText
import IlkVocabulary

/// Counts unlabeled texts under the label on which rules agree, or else in proportion to the model's
/// probabilities.
struct UnlabeledCounting {
    private let base: BayesModel
    private let agreed: RuleAgreement?
    /// For each label of the rules, its index in the model's labels.
    private let ruleLabels: [Int?]
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()
    private var scratch = ModelScratch()
    private var scores: [Double]
    private var shares: [Double] = []

    init(base: BayesModel, rules: RuleSet?) throws {
        self.base = base
        agreed = rules.map(RuleAgreement.init)
        ruleLabels = rules?.taxonomy.categories.map(base.taxonomy.index) ?? []
        analyzer = try TextAnalyzer(measuring: rules?.featureLevel ?? .classification)
        scores = [Double](repeating: 0, count: base.taxonomy.count)
    }

    /// Counts a text. Returns `nil` if the text has no sentences, or if it is so unfamiliar that the model
    /// abstains. The most probable label of such a text is unreliable.
    mutating func count(
        _ bytes: UnsafeBufferPointer<UInt8>, in counts: inout RetrainingCounts
    ) -> RetrainingCounts.Evidence? {
        guard let kind = read(bytes) else { return nil }
        counts.count(analysis, as: kind, shares: shares, using: &scratch)
        return kind
    }

    /// Subtracts a text that was counted.
    mutating func subtractRows(
        _ bytes: UnsafeBufferPointer<UInt8>, _ kind: RetrainingCounts.Evidence,
        from counts: inout RetrainingCounts
    ) {
        guard read(bytes) == kind else { return }
        counts.count(analysis, as: kind, shares: shares, takingBack: true, using: &scratch)
    }

    private var isUnfamiliar: Bool {
        guard let familiarity = base.familiarity else { return false }
        return analysis.bytes.withUnsafeBufferPointer { familiarity.logOdds(of: $0) < 0 }
    }

    /// Analyzes a text, and returns the source of its label: rules or the model's probabilities.
    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> RetrainingCounts.Evidence? {
        analyzer.analyze(bytes, into: &analysis)
        guard !analysis.sentences.isEmpty, !isUnfamiliar else { return nil }
        if let agreed = agreed?.category(of: analysis), let category = ruleLabels[agreed] {
            shares.removeAll(keepingCapacity: true)
            shares.append(contentsOf: repeatElement(0, count: scores.count))
            shares[category] = 1
            return .rules
        }
        for index in scores.indices { scores[index] = 0 }
        base.score(analysis, using: &scratch, into: &scores)
        Softmax.probabilities(of: scores, into: &shares)
        return .unlabeled
    }
}
