import IlkModels
public import IlkVocabulary

/// The decision derived from scores: the most probable category, the probabilities, and the prediction or
/// abstention. In a multi-label taxonomy, each category is decided independently.
///
/// Pipelines, replays of verdicts and rule statistics all use this type, so that they agree.
public struct Decision: Sendable, Hashable {
    /// The index of the most probable category. In a tie, it is the earlier category in the taxonomy. For a
    /// text without evidence, it is the guess of the classifier's ``LabelShares``. In a multi-label taxonomy,
    /// it is the first category of ``predictions``, if any category is predicted.
    public let best: Int
    /// The indexes of the predicted categories of a multi-label taxonomy, most probable first. Empty for an
    /// abstention. `nil` if the taxonomy is not multi-label.
    public let predictions: [Int]?
    /// The probability of each category in the taxonomy's order. The probabilities add up to 1, except in
    /// multi-label taxonomies.
    public let probabilities: [Double]
    /// The reason for an abstention, or `nil` if a category is predicted.
    public let abstention: Verdict.Abstention?

    /// The probability of the most probable category, 0 to 1.
    public var probability: Double { probabilities[best] }
    /// The index of the predicted category, or `nil` for an abstention.
    public var predicted: Int? { abstention == nil ? best : nil }

    /// Decides which categories are predicted for one text.
    ///
    /// - Parameters:
    ///   - scores: The score of each category, in natural-log odds up to a constant. At least one.
    ///   - isMultilabel: `true` if each score is the natural-log odds of its category independently of the
    ///     other categories.
    ///   - support: The numbers of known features and matching rules, and the familiarity of the text.
    ///   - thresholds: The minimum probability at which each category is predicted, in the taxonomy's order.
    ///   - isBlank: `true` if the text contains nothing but white space and control characters.
    ///   - shares: The probabilities for a text that is blank or has no evidence. If `nil`, the probabilities
    ///     of such a text are derived from the scores.
    /// - Complexity: O(*n*) in the number of categories.
    public init(
        scores: [Double], isMultilabel: Bool = false, support: ScoreSupport, thresholds: [Double],
        isBlank: Bool, shares: LabelShares? = nil
    ) {
        precondition(
            !scores.isEmpty && scores.count == thresholds.count, "a score and a threshold for each category")
        var best = 0
        for index in scores.indices where scores[index] > scores[best] { best = index }
        var probabilities: [Double] = []
        probabilities.reserveCapacity(scores.count)
        var found: [Int] = []
        if isMultilabel {
            LogOdds.probabilities(of: scores, into: &probabilities)
            found = Self.accepted(scores, probabilities, thresholds)
            best = found.first ?? best
        } else {
            Softmax.probabilities(of: scores, into: &probabilities)
        }
        if isBlank {
            abstention = .empty
        } else if support.isUnfamiliar, support.familiarity != nil || support.rules == 0 {
            abstention = .unfamiliar
        } else if support.rules == 0, support.knownFeatures == 0 {
            abstention = .noEvidence
        } else if isMultilabel
            ? found.isEmpty : probabilities[best] < thresholds[best] || Self.isTied(scores, best)
        {
            abstention = .unsure
        } else {
            abstention = nil
        }
        predictions = isMultilabel ? (abstention == nil ? found : []) : nil
        if let shares, abstention == .empty || abstention == .noEvidence {
            (self.best, self.probabilities) = (shares.guess, shares.probabilities)
        } else {
            (self.best, self.probabilities) = (best, probabilities)
        }
    }

    /// Returns the categories that reach their thresholds, most probable first. A score of exactly 0 is no
    /// evidence: it is the score of every category that no rule names.
    private static func accepted(
        _ scores: [Double], _ probabilities: [Double], _ thresholds: [Double]
    ) -> [Int] {
        scores.indices.filter { scores[$0] != 0 && probabilities[$0] >= thresholds[$0] }
            .sorted { (scores[$1], $0) < (scores[$0], $1) }
    }

    /// `true` if another category has the same score. With two categories, a tie gives both a probability of
    /// 0.5, which a threshold of 0.5 does not reject.
    private static func isTied(_ scores: [Double], _ best: Int) -> Bool {
        scores.indices.contains { $0 != best && scores[$0] == scores[best] }
    }
}
