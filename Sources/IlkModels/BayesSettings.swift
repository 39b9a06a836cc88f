/// How weights are derived from counts: the same for every text and every data set unless a caller says otherwise.
public struct BayesSettings: Sendable, Hashable, Codable {
    /// The families of features that are counted.
    public var families: [FeatureFamily]
    /// A feature seen in fewer texts than this has no weight and is not written.
    public var minimumFrequency: Int
    /// How many texts' worth of "as everywhere" is mixed into the shape's range counts.
    public var shapePrior: Double
    /// The largest weight of a range of the shape, before its signal's scale: natural-log odds.
    public var shapeClip: Double
    /// How many texts' worth of "as everywhere" is mixed into the counts of words, characters and frames.
    public var lexicalPrior: Double
    /// The largest weight of a word, a run of characters or a frame: natural-log odds.
    public var lexicalClip: Double
    /// How strongly the scales of signals and families are held to one common value.
    public var scalePull: Double
    /// How strongly the scales of one signal or family are held together over the categories.
    public var categoryPull: Double
    /// The value that scales are held to.
    public var scaleCentre: Double

    /// The settings that left-out sources chose (`models/doctype/1.1.0/CARD.md`).
    public init(
        families: [FeatureFamily] = [.shape, .words, .frames], minimumFrequency: Int = 3,
        shapePrior: Double = 20,
        shapeClip: Double = 3, lexicalPrior: Double = 6, lexicalClip: Double = 1.5, scalePull: Double = 1e-2,
        categoryPull: Double = 3e-3, scaleCentre: Double = 0.15
    ) {
        self.families = families
        self.minimumFrequency = minimumFrequency
        self.shapePrior = shapePrior
        self.shapeClip = shapeClip
        self.lexicalPrior = lexicalPrior
        self.lexicalClip = lexicalClip
        self.scalePull = scalePull
        self.categoryPull = categoryPull
        self.scaleCentre = scaleCentre
    }
}
