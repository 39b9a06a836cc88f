/// The result for one text: the predicted category or an abstention, probabilities, evidence and provenance.
public struct Verdict: Hashable, Sendable, Codable {
    /// The reason why no category is predicted, although one is the most probable.
    public enum Abstention: String, Sendable, Codable {
        /// The text is empty.
        case empty
        /// No rule, token or feature contributes evidence.
        case noEvidence
        /// The model knows almost none of the text's words and no rule matches, so that only style features
        /// remain.
        case outOfVocabulary
        /// The most probable category is below its threshold, or tied with another one.
        case unsure
    }

    /// A change to the text or a limit of its evaluation.
    public enum Flag: String, Sendable, Codable {
        /// Invalid UTF-8 was replaced by U+FFFD.
        case repaired
        /// Only the beginning of the text was read because the text exceeds the length limit.
        case truncated
        /// A rule's pattern reached its limit of steps or stack. Its match is unknown.
        case stepLimitReached

        /// Creates a flag from its stored name. Earlier versions wrote `gaveUp` for ``stepLimitReached``.
        ///
        /// - Parameter storedName: The name in a log, an export or a message.
        public init?(storedName: String) {
            self.init(rawValue: storedName == "gaveUp" ? "stepLimitReached" : storedName)
        }

        /// Decodes the name of a flag, which may be that of an earlier version.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let name = try container.decode(String.self)
            guard let flag = Flag(storedName: name) else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "unknown flag '\(name)'")
            }
            self = flag
        }
    }

    /// The most probable category; at a tie, the earlier one of the taxonomy.
    public var category: Category
    /// The probability of ``category``, 0 to 1.
    public var probability: Double
    /// The probability of each category in the taxonomy's order. They add up to 1.
    public var probabilities: [Double]
    /// The score of each category in the taxonomy's order: the sum of the evidence, in natural-log odds up to
    /// a constant.
    public var scores: [Double]
    /// The taxonomy of the categories.
    public var taxonomy: Taxonomy
    /// The reason for an abstention, or `nil` if a category is predicted.
    public var abstention: Abstention?
    /// Changes to the text and limits of its evaluation.
    public var flags: [Flag]
    /// The explanation, strongest evidence for the category first. Empty unless it was requested.
    public var evidence: [Evidence]
    /// The origin of the verdict.
    public var provenance: Provenance

    /// Creates a verdict.
    ///
    /// - Parameters:
    ///   - category: The most probable category.
    ///   - probability: The probability of `category`, 0 to 1.
    ///   - probabilities: The probability of each category in the taxonomy's order.
    ///   - scores: The score of each category in the taxonomy's order, in natural-log odds.
    ///   - taxonomy: The taxonomy of the categories.
    ///   - abstention: The reason for an abstention, or `nil` if a category is predicted.
    ///   - flags: Changes to the text and limits of its evaluation.
    ///   - evidence: The explanation, strongest evidence first.
    ///   - provenance: The origin of the verdict.
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

    /// The difference between the two highest probabilities, 0 to 1.
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
