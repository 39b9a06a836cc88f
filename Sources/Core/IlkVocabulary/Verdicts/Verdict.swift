/// What the pipeline thinks of one text: a probability for every category, the evidence, and where both came from.
public struct Verdict: Hashable, Sendable, Codable {
    /// Why no category is claimed, although one is ahead.
    public enum Abstention: String, Sendable, Codable {
        /// There was nothing to read.
        case empty
        /// No rule, token or feature spoke.
        case noEvidence
        /// The model knows next to none of the text's words, and no rule holds: it can go by the text's looks alone.
        case outOfVocabulary
        /// The best category is less probable than was asked for, or level with another one.
        case unsure
    }

    /// What had to be done to the text before it could be read.
    public enum Flag: String, Sendable, Codable {
        /// Bytes that are not UTF-8 were replaced by U+FFFD.
        case repaired
        /// Only the beginning was read: the text is longer than the limit.
        case truncated
        /// A rule's pattern gave up at its limit of time or stack; whether it matches is not known.
        case gaveUp
    }

    /// The category that is ahead; the earlier one of the taxonomy where two are level.
    public var category: Category
    /// Its probability, 0 ... 1.
    public var probability: Double
    /// The probability of each category in the taxonomy's order; they add up to 1.
    public var probabilities: [Double]
    /// The score of each category in the taxonomy's order, natural-log odds up to a constant: the sum of the evidence.
    public var scores: [Double]
    /// The categories, in order.
    public var taxonomy: Taxonomy
    /// Why no category is claimed, or nil when one is.
    public var abstention: Abstention?
    /// What had to be done to the text.
    public var flags: [Flag]
    /// What spoke, loudest for the category first. Empty unless receipts were asked for.
    public var evidence: [Evidence]
    /// What made the verdict.
    public var provenance: Provenance

    /// A verdict of these parts.
    public init(
        category: Category, probability: Double, probabilities: [Double], scores: [Double],
        taxonomy: Taxonomy,
        abstention: Abstention? = nil, flags: [Flag] = [], evidence: [Evidence] = [], provenance: Provenance
    ) {
        self.category = category
        self.probability = probability
        self.probabilities = probabilities
        self.scores = scores
        self.taxonomy = taxonomy
        self.abstention = abstention
        self.flags = flags
        self.evidence = evidence
        self.provenance = provenance
    }

    /// How far the best category is ahead of the second in probability, 0 ... 1.
    public var margin: Double {
        guard probabilities.count > 1 else { return probability }
        var (best, second) = (0.0, 0.0)
        for probability in probabilities {
            if probability > best {
                (best, second) = (probability, best)
            } else if probability > second {
                second = probability
            }
        }
        return best - second
    }
}
