import IlkModels
public import IlkVocabulary

/// What scores come to: which category is ahead, how probable each is, and whether it is claimed.
///
/// The one place that decides: pipelines, replays of verdicts and statistics of rules all ask it, so that none says
/// anything that another would not.
public struct Decision: Sendable, Hashable {
    /// The place of the category that is ahead; the earlier one of the taxonomy where two are level.
    public let best: Int
    /// The probability of each category in the taxonomy's order; they add up to 1.
    public let probabilities: [Double]
    /// Why no category is claimed, or nil when one is.
    public let abstention: Verdict.Abstention?

    /// The probability of the category that is ahead, 0 ... 1.
    public var probability: Double { probabilities[best] }
    /// The place of the category that is claimed, or nil.
    public var claimed: Int? { abstention == nil ? best : nil }

    /// The decision on one text.
    ///
    /// - Parameters:
    ///   - scores: The score of each category, natural-log odds up to a constant; at least one.
    ///   - ground: What they stand on.
    ///   - thresholds: For each category the probability below which it is not claimed when it is ahead.
    ///   - isBlank: Whether there is nothing to read in the text.
    public init(scores: [Double], ground: ScoringGround, thresholds: [Double], isBlank: Bool) {
        precondition(
            !scores.isEmpty && scores.count == thresholds.count, "a score and a threshold a category")
        var best = 0
        for index in scores.indices where scores[index] > scores[best] { best = index }
        var probabilities: [Double] = []
        probabilities.reserveCapacity(scores.count)
        Softmax.probabilities(of: scores, into: &probabilities)
        self.best = best
        self.probabilities = probabilities
        if isBlank {
            abstention = .empty
        } else if ground.rules == 0, ground.isOutOfVocabulary {
            abstention = .outOfVocabulary
        } else if ground.rules == 0, ground.knownFeatures == 0 {
            abstention = .noEvidence
        } else if probabilities[best] < thresholds[best] || Self.isTied(scores, best) {
            abstention = .unsure
        } else {
            abstention = nil
        }
    }

    /// Of two categories one always has half: what speaks for neither claims neither.
    private static func isTied(_ scores: [Double], _ best: Int) -> Bool {
        scores.indices.contains { $0 != best && scores[$0] == scores[best] }
    }
}
