/// How weights are derived from counts. What a search found is one of these, and frozen from then on: counts of models with
/// equal settings and scales add up.
public struct BayesSettings: Sendable, Hashable, Codable {
    /// The families of features that are counted.
    public var families: [FeatureFamily]
    /// How each of the families is weighed, in their order; the shape's is not used.
    public var weighings: [FamilyWeighing]
    /// A feature seen in fewer texts than this has no weight and is not written.
    public var minimumFrequency: Int
    /// How frequent categories are taken to be.
    public var prior: CategoryPrior
    /// How many texts' worth of "as everywhere" is mixed into the shape's range counts.
    public var shapePrior: Double
    /// The largest weight of a range of the shape, before its signal's scale: natural-log odds.
    public var shapeClip: Double
    /// The largest weight of a pooled feature: natural-log odds.
    public var lexicalClip: Double
    /// How strongly the scales of signals are held to one common value.
    public var scalePull: Double
    /// How strongly the scales of one signal are held together over the categories.
    public var categoryPull: Double
    /// The value that scales of signals are held to.
    public var scaleCentre: Double

    /// The settings that most sets of texts are well served by.
    public init(
        families: [FeatureFamily] = [.shape, .words, .frames, .pairs, .pieces],
        weighing: FamilyWeighing = FamilyWeighing(), minimumFrequency: Int = 3, prior: CategoryPrior = .texts
    ) {
        self.families = families
        weighings = families.map { _ in weighing }
        self.minimumFrequency = minimumFrequency
        self.prior = prior
        shapePrior = 20
        shapeClip = 3
        lexicalClip = 1.5
        scalePull = 1e-2
        categoryPull = 3e-3
        scaleCentre = 0.15
    }

    /// Settings like others, of other families.
    public init(families: [FeatureFamily], like other: BayesSettings) {
        self = other
        self.families = families
        weighings = families.map { other.weighing(of: $0) }
    }

    /// How a family is weighed.
    public func weighing(of family: FeatureFamily) -> FamilyWeighing {
        guard let place = families.firstIndex(of: family), place < weighings.count else {
            return FamilyWeighing()
        }
        return weighings[place]
    }

    /// The families of which features are scored as often as they stand in a text.
    package var repeating: [FeatureFamily] {
        families.filter { $0 != .shape && weighing(of: $0).unit == .occurrences }
    }

    /// Whether there are such families.
    package var countsOccurrences: Bool { !repeating.isEmpty }

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
