extension Verdict: Codable {
    private enum CodingKeys: String, CodingKey {
        case category, probability, categories, guess, probabilities, scores, taxonomy, abstention,
            familiarity, flags
        case evidence, provenance
    }

    /// Decodes a verdict in the current format, or in an earlier format that has both `category` and
    /// `abstention`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let guess = try fields.decodeIfPresent(Guess.self, forKey: .guess)
        self.init(
            category: try guess?.category ?? fields.decode(Category.self, forKey: .category),
            probability: try guess?.probability ?? fields.decode(Double.self, forKey: .probability),
            probabilities: try fields.decode([Double].self, forKey: .probabilities),
            scores: try fields.decode([Double].self, forKey: .scores),
            taxonomy: try fields.decode(Taxonomy.self, forKey: .taxonomy),
            abstention: try fields.decodeIfPresent(Abstention.self, forKey: .abstention),
            familiarity: try fields.decodeIfPresent(Double.self, forKey: .familiarity),
            flags: try fields.decode([Flag].self, forKey: .flags),
            evidence: try fields.decode([Evidence].self, forKey: .evidence),
            provenance: try fields.decode(Provenance.self, forKey: .provenance))
        categories = try fields.decodeIfPresent([Category].self, forKey: .categories)
        if taxonomy.isMultilabel {
            for index in evidence.indices { evidence[index].isForEachLabel = true }
        }
    }

    /// Encodes a prediction as `category` and `probability`, and an abstention as `category: null`,
    /// `abstention` and `guess`.
    public func encode(to encoder: any Encoder) throws {
        try Outcome(verdict: self).encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encodeIfPresent(categories, forKey: .categories)
        try fields.encode(probabilities, forKey: .probabilities)
        try fields.encode(scores, forKey: .scores)
        try fields.encode(taxonomy, forKey: .taxonomy)
        try fields.encodeIfPresent(familiarity, forKey: .familiarity)
        try fields.encode(flags, forKey: .flags)
        try fields.encode(evidence, forKey: .evidence)
        try fields.encode(provenance, forKey: .provenance)
    }

    /// The encoded prediction or abstention of a verdict, without its other fields.
    package struct Outcome: Encodable {
        private let verdict: Verdict

        package init(verdict: Verdict) {
            self.verdict = verdict
        }

        package func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(verdict.prediction, forKey: .category)
            if let guess = verdict.guess {
                try fields.encode(verdict.abstention, forKey: .abstention)
                try fields.encode(guess, forKey: .guess)
            } else {
                try fields.encode(verdict.probability, forKey: .probability)
            }
        }
    }
}
