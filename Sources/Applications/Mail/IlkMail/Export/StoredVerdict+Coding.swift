import IlkVocabulary

extension StoredMessage.StoredVerdict: Codable {
    private enum CodingKeys: String, CodingKey {
        case taxonomy, category, probability, guess, margin, abstention, provenance
    }

    /// Decodes a verdict. Also accepts the format of earlier versions, in which an abstention has both
    /// `category` and `abstention`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let guess = try fields.decodeIfPresent(Guess.self, forKey: .guess)
        self.init(
            taxonomy: try fields.decode(String.self, forKey: .taxonomy),
            category: try guess?.category ?? fields.decode(Category.self, forKey: .category),
            probability: try guess?.probability ?? fields.decode(Double.self, forKey: .probability),
            margin: try fields.decode(Double.self, forKey: .margin),
            abstention: try fields.decodeIfPresent(String.self, forKey: .abstention),
            provenance: try fields.decode(Provenance.self, forKey: .provenance))
    }

    /// Encodes a predicted label as `category` and `probability`, and an abstention as `category: null`,
    /// `abstention` and `guess`.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(taxonomy, forKey: .taxonomy)
        if let abstention {
            try fields.encodeNil(forKey: .category)
            try fields.encode(abstention, forKey: .abstention)
            try fields.encode(Guess(category: category, probability: probability), forKey: .guess)
        } else {
            try fields.encode(category, forKey: .category)
            try fields.encode(probability, forKey: .probability)
        }
        try fields.encode(margin, forKey: .margin)
        try fields.encode(provenance, forKey: .provenance)
    }
}
