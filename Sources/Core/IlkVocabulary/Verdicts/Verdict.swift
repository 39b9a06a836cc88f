/// The result for one text: the predicted category or an abstention, probabilities, evidence and provenance.
public struct Verdict: Hashable, Sendable {
    /// The reason why no category is predicted, although every text has a most probable category.
    public enum Abstention: String, Sendable, Codable, CaseIterable {
        /// The text is empty.
        case empty
        /// The text does not resemble the training texts of the model: it is in a language that the model was
        /// not trained on, encoded or binary data, or not text at all.
        case unfamiliar
        /// The most probable category is below its threshold, or tied with another category. In a multi-label
        /// taxonomy, no category reaches its threshold.
        case unsure
        /// No rule, token or feature contributes evidence.
        case noEvidence

        /// Creates a reason from its stored name. Earlier versions wrote `outOfVocabulary` for
        /// ``unfamiliar``.
        ///
        /// - Parameter storedName: The name in a log, an export or a message.
        public init?(storedName: String) {
            self.init(rawValue: storedName == "outOfVocabulary" ? "unfamiliar" : storedName)
        }

        /// Decodes the name of a reason, including names of earlier versions.
        public init(from decoder: any Decoder) throws {
            self = try decoder.named("abstention", Self.init(storedName:))
        }
    }

    /// A limitation of a verdict: the text was changed, or a limit was reached.
    public enum Flag: String, Sendable, Codable {
        /// Invalid UTF-8 was replaced by U+FFFD.
        case repaired
        /// Only the beginning of the text was read because the text exceeds the length limit.
        case truncated
        /// A rule's pattern reached its limit of steps or stack. The result of the rule is unknown.
        case stepLimitReached

        /// Creates a flag from its stored name. Earlier versions wrote `gaveUp` for ``stepLimitReached``.
        ///
        /// - Parameter storedName: The name in a log, an export or a message.
        public init?(storedName: String) {
            self.init(rawValue: storedName == "gaveUp" ? "stepLimitReached" : storedName)
        }

        /// Decodes the name of a flag, including names of earlier versions.
        public init(from decoder: any Decoder) throws {
            self = try decoder.named("flag", Self.init(storedName:))
        }
    }

    /// The most probable category. In a tie, it is the earlier category in the taxonomy. In a multi-label
    /// taxonomy, it is the most probable predicted category, if any category is predicted.
    public var category: Category
    /// The probability of ``category``, 0 to 1.
    public var probability: Double
    /// The predicted categories of a multi-label taxonomy, most probable first. Empty for an abstention.
    /// `nil` if the taxonomy is not multi-label.
    public var categories: [Category]?
    /// The probability of each category in the taxonomy's order. The probabilities add up to 1, except in
    /// multi-label taxonomies.
    public var probabilities: [Double]
    /// The score of each category in the taxonomy's order: the sum of the weights of the evidence, in
    /// natural-log odds up to a constant. In a multi-label taxonomy, each score is the natural-log odds of
    /// its category.
    public var scores: [Double]
    /// The taxonomy of the categories.
    public var taxonomy: Taxonomy
    /// The reason for an abstention, or `nil` if a category is predicted.
    public var abstention: Abstention?
    /// The log odds that the text resembles the training texts of the model, or `nil` if the model does not
    /// measure them. A value below 0 means that the text is unfamiliar.
    public var familiarity: Double?
    /// The limitations of the verdict, such as a truncated text.
    public var flags: [Flag]
    /// The explanation: the evidence, strongest for the category first. Empty if no explanation was
    /// requested.
    public var evidence: [Evidence]
    /// The origin of the verdict.
    public var provenance: Provenance

    /// Creates a verdict.
    ///
    /// - Parameters:
    ///   - category: The most probable category.
    ///   - probability: The probability of `category`, 0 to 1.
    ///   - categories: The predicted categories of a multi-label taxonomy, most probable first, or `nil`.
    ///   - probabilities: The probability of each category in the taxonomy's order.
    ///   - scores: The score of each category in the taxonomy's order, in natural-log odds.
    ///   - taxonomy: The taxonomy of the categories.
    ///   - abstention: The reason for an abstention, or `nil` if a category is predicted.
    ///   - familiarity: The log odds that the text resembles the training texts, or `nil` if unknown.
    ///   - flags: The limitations of the verdict, such as a truncated text.
    ///   - evidence: The explanation, strongest evidence first.
    ///   - provenance: The origin of the verdict.
    public init(
        category: Category, probability: Double, categories: [Category]? = nil, probabilities: [Double],
        scores: [Double], taxonomy: Taxonomy,
        abstention: Abstention? = nil, familiarity: Double? = nil, flags: [Flag] = [],
        evidence: [Evidence] = [], provenance: Provenance
    ) {
        self.category = category
        self.probability = probability
        self.categories = categories
        self.probabilities = probabilities
        self.scores = scores
        self.taxonomy = taxonomy
        self.abstention = abstention
        self.familiarity = familiarity
        self.flags = flags
        self.evidence = evidence
        self.provenance = provenance
    }

    /// The predicted category, or `nil` for an abstention.
    public var prediction: Category? { abstention == nil ? category : nil }

    /// The most probable category if no category is predicted, or `nil` if one is predicted. A guess is never
    /// a training label.
    public var guess: Guess? {
        abstention == nil ? nil : Guess(category: category, probability: probability)
    }

    /// The difference between the two highest probabilities, 0 to 1.
    ///
    /// In a multi-label taxonomy, it is the lowest probability of the predicted categories minus the highest
    /// probability of the other categories, at least 0. If no category is predicted, it is 1 minus the
    /// highest probability.
    public var margin: Double {
        if taxonomy.isMultilabel {
            var (lowest, highest) = (1.0, 0.0)
            for (category, probability) in zip(taxonomy.categories, probabilities) {
                if categories?.contains(category) ?? false {
                    lowest = min(lowest, probability)
                } else {
                    highest = max(highest, probability)
                }
            }
            return max(0, lowest - highest)
        }
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

extension Decoder {
    /// Decodes a value from its name.
    fileprivate func named<Value>(_ noun: String, _ parse: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        let name = try container.decode(String.self)
        guard let value = parse(name) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "unknown \(noun) '\(name)'")
        }
        return value
    }
}
