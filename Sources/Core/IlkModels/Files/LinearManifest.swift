import IlkText
public import IlkVocabulary

/// What a linear model's file says of itself.
public struct LinearManifest: Sendable, Hashable, Codable {
    /// How the model decides: `linear`.
    public var kind: ModelKind
    /// What it decides among.
    public var taxonomy: Taxonomy
    /// How many texts of each category it was fitted on.
    public var documents: [Int]
    /// How it was fitted.
    public var settings: LinearSettings
    /// What cross-validation found.
    public var choice: LinearChoice
    /// What each category's score begins with: natural-log odds.
    public var constants: [Double]
    /// What the sum of each family's weights is multiplied by, beside the text's length: in the order of the settings'
    /// families.
    public var units: [Double]
    /// For each family how many bits of a hash tell its buckets apart; 0 for those in the table.
    public var bucketBits: [Int]
    /// The names of the shape's signals: a program that has others cannot read the model. Empty without the shape.
    public var signals: [String]
    /// The version of the meanings of the features that classification reads.
    public var featureSetVersion: Int
    /// The version of the list of signals and their ranges.
    public var signalSetVersion: Int
    /// The ICU version that cut the training texts. Under another one a few words may be cut otherwise.
    public var icuVersion: String
    /// The digest of where the program that made the model cuts a text of many scripts (`TextAnalyzer.tokenizerDigest`); nil
    /// in files of older programs.
    public var tokenizer: String?
    /// How many features have a weight.
    public var featureCount: Int

    /// The manifest of a model that this program makes.
    package init(
        taxonomy: Taxonomy, documents: [Int], settings: LinearSettings, choice: LinearChoice,
        constants: [Double], units: [Double], bucketBits: [Int], featureCount: Int
    ) {
        kind = .linear
        self.taxonomy = taxonomy
        self.documents = documents
        self.settings = settings
        self.choice = choice
        self.constants = constants
        self.units = units
        self.bucketBits = bucketBits
        signals = settings.families.contains(.shape) ? ShapeReader.signals : []
        featureSetVersion = TextFeatures.classificationVersion
        signalSetVersion = ShapeSignal.version
        icuVersion = TextAnalyzer.icuVersion
        tokenizer = TextAnalyzer.tokenizerDigest
        self.featureCount = featureCount
    }
}

extension LinearManifest: ModelManifest {
    /// The kind of the model.
    public static var kind: ModelKind { .linear }
    /// The families of features that the model reads.
    public var families: [FeatureFamily] { settings.families }

    /// Whether all parts fit together, and all numbers are numbers.
    public var isSound: Bool {
        constants.count == taxonomy.count && constants.allSatisfy(\.isFinite)
            && Set(settings.families).count == settings.families.count
            && units.count == settings.families.count && units.allSatisfy(\.isFinite)
            && bucketBits.count == settings.families.count
            && zip(settings.families, bucketBits).allSatisfy(fits)
            && choice.sharpness > 0 && choice.sharpness.isFinite && (0...0.5).contains(choice.bend)
    }

    private func fits(_ family: FeatureFamily, _ bits: Int) -> Bool {
        family.isBucketed ? (WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bits) : bits == 0
    }
}
