import IlkText
public import IlkVocabulary

/// The description of a linear model in its file.
public struct LinearManifest: Sendable, Hashable, Codable {
    /// The kind of the model: `linear`.
    public var kind: ModelKind
    /// The taxonomy of the model.
    public var taxonomy: Taxonomy
    /// The number of training texts of each label.
    public var documents: [Int]
    /// The settings of the training.
    public var settings: LinearSettings
    /// The result of the cross-validation.
    public var choice: LinearChoice
    /// The thresholds of a multi-label model, or `nil` for other models.
    public var multilabel: MultilabelChoice?
    /// The intercept of each label, in natural-log odds.
    public var constants: [Double]
    /// The factor by which the weight sum of each feature group is multiplied, in the order of the settings'
    /// groups. The sum is also divided by the square root of the number of the group's features in the text.
    public var units: [Double]
    /// The number of hash bits that select a bucket, for each feature group. It is 0 for groups whose weights
    /// are in the weight table.
    public var bucketBits: [Int]
    /// The names of the style features. The list is empty if the model reads none. A program with other style
    /// features cannot read the model.
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
        taxonomy: Taxonomy, documents: [Int], settings: LinearSettings, choice: LinearChoice,
        multilabel: MultilabelChoice? = nil, constants: [Double], units: [Double], bucketBits: [Int],
        featureCount: Int
    ) {
        kind = .linear
        self.taxonomy = taxonomy
        self.documents = documents
        self.settings = settings
        self.choice = choice
        self.multilabel = multilabel
        self.constants = constants
        self.units = units
        self.bucketBits = bucketBits
        styleFeatures = settings.featureGroups.contains(.style) ? StyleReader.styleFeatures : []
        featureSetVersion = TextFeatures.classificationVersion
        styleFeatureSetVersion = StyleFeature.version
        icuVersion = TextAnalyzer.icuVersion
        tokenizer = TextAnalyzer.tokenizerDigest
        self.featureCount = featureCount
    }
}

extension LinearManifest: ModelManifest {
    /// The kind of the model.
    public static var kind: ModelKind { .linear }
    /// The feature groups that the model reads.
    public var featureGroups: [FeatureGroup] { settings.featureGroups }

    /// `true` if all parts are consistent and all numbers are finite.
    public var isSound: Bool {
        constants.count == taxonomy.count && constants.allSatisfy(\.isFinite)
            && Set(settings.featureGroups).count == settings.featureGroups.count
            && units.count == settings.featureGroups.count && units.allSatisfy(\.isFinite)
            && bucketBits.count == settings.featureGroups.count
            && zip(settings.featureGroups, bucketBits).allSatisfy(fits)
            && taxonomy.isMultilabel == (multilabel != nil) && isMultilabelChoiceSound
            && choice.sharpness > 0 && choice.sharpness.isFinite && (0...0.5).contains(choice.bend)
    }

    private var isMultilabelChoiceSound: Bool {
        guard let multilabel else { return true }
        return multilabel.thresholds.count == taxonomy.count
            && multilabel.thresholds.allSatisfy((0...1).contains)
            && documents.allSatisfy { $0 <= multilabel.texts }
    }

    private func fits(_ group: FeatureGroup, _ bits: Int) -> Bool {
        group.isBucketed ? (WeightBuckets.fewestBits...WeightBuckets.mostBits).contains(bits) : bits == 0
    }
}
