import IlkText
public import IlkVocabulary

/// What the file of a naive Bayes model says of itself.
public struct BayesManifest: Sendable, Hashable, Codable {
    /// How the model decides: `bayes`.
    public var kind: ModelKind
    /// What it decides among.
    public var taxonomy: Taxonomy
    /// How many texts of each category it was counted on.
    public var documents: [Int]
    /// How its weights were derived.
    public var settings: BayesSettings
    /// How much each signal and family says.
    public var scales: BayesScales
    /// What a search for the settings found; nil when they were given.
    public var choice: BayesChoice?
    /// The names of the shape's signals, in the order of the scales: a program that has others cannot read the model.
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
        taxonomy: Taxonomy, documents: [Int], settings: BayesSettings, scales: BayesScales,
        choice: BayesChoice?, featureCount: Int
    ) {
        kind = .bayes
        self.taxonomy = taxonomy
        self.documents = documents
        self.settings = settings
        self.scales = scales.ofAllFamilies
        self.choice = choice
        signals = settings.families.contains(.shape) ? ShapeReader.signals : []
        featureSetVersion = TextFeatures.classificationVersion
        signalSetVersion = ShapeSignal.version
        icuVersion = TextAnalyzer.icuVersion
        tokenizer = TextAnalyzer.tokenizerDigest
        self.featureCount = featureCount
    }
}

extension BayesManifest: ModelManifest {
    /// The kind of the model.
    public static var kind: ModelKind { .bayes }
    /// The families of features that the model reads.
    public var families: [FeatureFamily] { settings.families }

    /// Whether all parts fit together, and all numbers are numbers.
    public var isSound: Bool {
        let rows = scales.signals + scales.families
        return rows.count <= 10_000
            && rows.allSatisfy { $0.count == taxonomy.count && $0.allSatisfy(\.isFinite) }
            && scales.families.count <= FeatureFamily.allCases.count
            && Set(settings.families).count == settings.families.count
            && settings.families.allSatisfy { $0.rawValue < scales.families.count }
            && scales.constants.count == taxonomy.count && scales.constants.allSatisfy(\.isFinite)
    }
}
