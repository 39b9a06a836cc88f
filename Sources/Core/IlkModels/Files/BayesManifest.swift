import IlkText
public import IlkVocabulary

/// The description of a naive Bayes model in its file.
public struct BayesManifest: Sendable, Hashable, Codable {
    /// The kind of the model: `bayes`.
    public var kind: ModelKind
    /// The taxonomy of the model.
    public var taxonomy: Taxonomy
    /// The number of training texts of each label.
    public var documents: [Int]
    /// The settings with which the weights were computed from the counts.
    public var settings: BayesSettings
    /// The weights of style features and feature groups.
    public var groupWeights: GroupWeights
    /// The result of the search for the settings, or `nil` if they were given.
    public var choice: BayesChoice?
    /// The names of the style features, in the order of the weights. A program with other style features
    /// cannot read the model.
    public var styleFeatures: [String]
    /// The version of the definitions of the features that classification reads.
    public var featureSetVersion: Int
    /// The version of the list of style features and their ranges.
    public var styleFeatureSetVersion: Int
    /// The ICU version that segmented the training texts. Other versions may segment a few words differently.
    public var icuVersion: String
    /// A digest that identifies the tokenizer of the training program, or `nil` in files of older versions.
    /// It is computed from the word boundaries in a sample text of many scripts
    /// (`TextAnalyzer.tokenizerDigest`).
    public var tokenizer: String?
    /// The number of features with weights.
    public var featureCount: Int
    /// The time limit that the training reached, or `nil` if the training was completed.
    public var timeLimit: TimeLimitMark?

    package init(
        taxonomy: Taxonomy, documents: [Int], settings: BayesSettings, groupWeights: GroupWeights,
        choice: BayesChoice?, featureCount: Int
    ) {
        kind = .bayes
        self.taxonomy = taxonomy
        self.documents = documents
        self.settings = settings
        self.groupWeights = groupWeights.ofAllFeatureGroups
        self.choice = choice
        styleFeatures = settings.featureGroups.contains(.style) ? StyleReader.styleFeatures : []
        featureSetVersion = TextFeatures.classificationVersion
        styleFeatureSetVersion = StyleFeature.version
        icuVersion = TextAnalyzer.icuVersion
        tokenizer = TextAnalyzer.tokenizerDigest
        self.featureCount = featureCount
    }
}

extension BayesManifest: ModelManifest {
    /// The kind of the model.
    public static var kind: ModelKind { .bayes }
    /// The feature groups that the model reads.
    public var featureGroups: [FeatureGroup] { settings.featureGroups }

    /// `true` if all parts are consistent and all numbers are finite.
    public var isSound: Bool {
        let rows = groupWeights.styleFeatures + groupWeights.featureGroups
        return rows.count <= 10_000 && !taxonomy.isMultilabel
            && rows.allSatisfy { $0.count == taxonomy.count && $0.allSatisfy(\.isFinite) }
            && groupWeights.featureGroups.count <= FeatureGroup.allCases.count
            && Set(settings.featureGroups).count == settings.featureGroups.count
            && settings.featureGroups.allSatisfy { $0.rawValue < groupWeights.featureGroups.count }
            && groupWeights.constants.count == taxonomy.count && groupWeights.constants.allSatisfy(\.isFinite)
    }
}
