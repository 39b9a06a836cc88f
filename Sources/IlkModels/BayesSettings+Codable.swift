extension BayesSettings {
    private enum CodingKeys: String, CodingKey {
        case families, weighings, minimumFrequency, prior, shapePrior, shapeClip, lexicalClip, scalePull
        case categoryPull, scaleCentre
    }

    /// Models made before there was a choice say one prior for all families, and took categories for equally frequent.
    private enum FormerKeys: String, CodingKey {
        case lexicalPrior
    }

    /// Reads what a manifest says.
    ///
    /// - Throws: What the decoder throws when something is missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let families = try values.decode([FeatureFamily].self, forKey: .families)
        let former = try decoder.container(keyedBy: FormerKeys.self)
            .decodeIfPresent(Double.self, forKey: .lexicalPrior)
        self.init(families: families, weighing: FamilyWeighing(.pooled, smoothing: former ?? 6))
        if let weighings = try values.decodeIfPresent([FamilyWeighing].self, forKey: .weighings) {
            self.weighings = weighings
        }
        prior = try values.decodeIfPresent(CategoryPrior.self, forKey: .prior) ?? .even
        minimumFrequency = try values.decode(Int.self, forKey: .minimumFrequency)
        shapePrior = try values.decode(Double.self, forKey: .shapePrior)
        shapeClip = try values.decode(Double.self, forKey: .shapeClip)
        lexicalClip = try values.decode(Double.self, forKey: .lexicalClip)
        scalePull = try values.decode(Double.self, forKey: .scalePull)
        categoryPull = try values.decode(Double.self, forKey: .categoryPull)
        scaleCentre = try values.decode(Double.self, forKey: .scaleCentre)
    }
}
