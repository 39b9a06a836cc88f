public import FoundationEssentials
public import IlkModels
import IlkVocabulary

/// The machine-readable description of a model version, `manifest.json`.
public struct VersionManifest: Sendable, Hashable, Codable {
    /// A base version: a version from which the described version was fine-tuned or merged.
    public struct BaseVersion: Sendable, Hashable, Codable {
        /// The name of the base version.
        public var version: String
        /// The digest of the base version's model.
        public var digest: String
    }

    /// A set of training or evaluation texts.
    public struct DataSet: Sendable, Hashable, Codable {
        /// The name of the data set. The name contains no text from the data.
        public var name: String
        /// The SHA-256 of the data.
        public var digest: String
        /// The number of texts, or `nil` if unknown.
        public var texts: Int?

        package init(name: String, digest: String, texts: Int? = nil) {
            self.name = name
            self.digest = digest
            self.texts = texts
        }
    }

    /// The set of features that the model uses.
    public struct FeatureSet: Sendable, Hashable, Codable {
        /// The version of the feature definitions and the version of the style features, joined by a dot.
        public var version: String
        /// The names of the feature groups.
        public var featureGroups: [String]
        /// The SHA-256 of the version, the feature groups and the names of the style features.
        public var digest: String

        /// The names of fields in manifests of earlier releases.
        private enum FormerKeys: String, CodingKey {
            case families
        }

        init(version: String, featureGroups: [String], digest: String) {
            self.version = version
            self.featureGroups = featureGroups
            self.digest = digest
        }

        /// Decodes a feature set of this release or an earlier one.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let former = try decoder.container(keyedBy: FormerKeys.self)
            version = try container.decode(String.self, forKey: .version)
            featureGroups =
                try container.decodeIfPresent([String].self, forKey: .featureGroups)
                ?? former.decode([String].self, forKey: .families)
            digest = try container.decode(String.self, forKey: .digest)
        }
    }

    /// The tokenizer of the training texts.
    public struct Tokenizer: Sendable, Hashable, Codable {
        /// The version of ICU.
        public var icu: String
        /// The SHA-256 of the token boundaries in a sample text with many scripts.
        public var digest: String
    }

    /// The name of the version, such as `1.1.2`. It is empty until the registry assigns one.
    public var version: String
    /// The name of the taxonomy.
    public var taxonomy: String
    /// The type of model, `bayes` or `linear`, or `nil` in registries of earlier releases.
    public var kind: String?
    /// The SHA-256 of the model's content. Verdicts state this digest.
    public var digest: String
    /// The base versions: none for a model trained from scratch, one for a fine-tuned model, two for a merged
    /// model.
    public var baseVersions: [BaseVersion]
    private var moment: Moment
    /// The author, or `nil` if unknown.
    public var by: String?
    /// The reason and the evaluation that led to the version, or `nil`.
    public var why: String?
    /// The training data, excluding the data of the base versions, or `nil` if unknown.
    public var data: [DataSet]?
    /// The number of training texts by category.
    public var documents: [String: Int]?
    /// The number of training texts of a multi-label taxonomy, whose texts have several categories or none.
    /// `nil` for other taxonomies.
    public var texts: Int?
    /// The number of features with a weight.
    public var features: Int?
    /// The digest of the rules with which the model was evaluated.
    public var rules: String?
    /// The features of the model.
    public var featureSet: FeatureSet?
    /// The tokenizer of the training texts.
    public var tokenizer: Tokenizer?
    /// The time limit that the training reached, or `nil` if the training was completed.
    public var timeLimit: TimeLimitMark?
    /// The evaluation figures of the rules alone, of the model alone, and of both together.
    public var figures: [VersionFigures]?
    /// The texts of the evaluation, or `nil` without figures.
    public var measuredOn: DataSet?
    /// The inputs of the retraining from a log, or `nil` if the version was not retrained from a log.
    public var retraining: RetrainingTrace?
    /// The records of a store that the version was trained on, or `nil` if it was not trained on a store.
    public var trainedOn: StoreTrace?
    /// The comparison with the active version before the promotion, or `nil` if there was no comparison.
    public var gate: RetrainingGate?

    /// The number of training texts, or `nil` if unknown.
    package var allTexts: Int? { texts ?? documents.map { $0.values.reduce(0, +) } }

    /// The time of creation.
    public var created: Date {
        get { moment.date }
        set { moment.date = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case version, taxonomy, kind, digest, baseVersions, by, why, data, documents, texts
        case features, rules, featureSet, tokenizer, timeLimit, figures, measuredOn, retraining, trainedOn
        case gate
        case moment = "created"
    }

    /// The names of fields in manifests of earlier releases.
    private enum FormerKeys: String, CodingKey {
        case parent, parents, note, learnedFrom
    }

    /// Creates a manifest with the required fields only.
    ///
    /// - Parameters:
    ///   - version: The name of the version, or an empty string.
    ///   - taxonomy: The name of the taxonomy.
    ///   - digest: The SHA-256 of the model's content, in hexadecimal.
    ///   - created: The time of creation, rounded to the millisecond.
    public init(version: String, taxonomy: String, digest: String, created: Date) {
        self.version = version
        self.taxonomy = taxonomy
        self.digest = digest
        moment = Moment(date: TimeText.rounded(created))
        baseVersions = []
    }

    /// Decodes a manifest of this release or an earlier one.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let former = try decoder.container(keyedBy: FormerKeys.self)
        version = try container.decode(String.self, forKey: .version)
        taxonomy = try container.decodeIfPresent(String.self, forKey: .taxonomy) ?? "doctype"
        kind = try container.decodeIfPresent(String.self, forKey: .kind)
        digest = try container.decode(String.self, forKey: .digest)
        moment = try container.decode(Moment.self, forKey: .moment)
        by = try container.decodeIfPresent(String.self, forKey: .by)
        why =
            try container.decodeIfPresent(String.self, forKey: .why)
            ?? former.decodeIfPresent(String.self, forKey: .note)
        data = try container.decodeIfPresent([DataSet].self, forKey: .data)
        documents = try container.decodeIfPresent([String: Int].self, forKey: .documents)
        texts = try container.decodeIfPresent(Int.self, forKey: .texts)
        features = try container.decodeIfPresent(Int.self, forKey: .features)
        rules = try container.decodeIfPresent(String.self, forKey: .rules)
        featureSet = try container.decodeIfPresent(FeatureSet.self, forKey: .featureSet)
        tokenizer = try container.decodeIfPresent(Tokenizer.self, forKey: .tokenizer)
        timeLimit = try container.decodeIfPresent(TimeLimitMark.self, forKey: .timeLimit)
        figures = try container.decodeIfPresent([VersionFigures].self, forKey: .figures)
        measuredOn = try container.decodeIfPresent(DataSet.self, forKey: .measuredOn)
        retraining = try container.decodeIfPresent(RetrainingTrace.self, forKey: .retraining)
        trainedOn =
            try container.decodeIfPresent(StoreTrace.self, forKey: .trainedOn)
            ?? former.decodeIfPresent(StoreTrace.self, forKey: .learnedFrom)
        gate = try container.decodeIfPresent(RetrainingGate.self, forKey: .gate)
        let bases =
            try container.decodeIfPresent([BaseVersion].self, forKey: .baseVersions)
            ?? former.decodeIfPresent([BaseVersion].self, forKey: .parents)
        if let bases {
            baseVersions = bases
        } else {
            let parent = try former.decodeIfPresent(String.self, forKey: .parent)
            baseVersions = parent.map { [BaseVersion(version: $0, digest: "")] } ?? []
        }
    }
}

/// A time, encoded as text. Earlier releases stored seconds since 1970.
private struct Moment: Sendable, Hashable, Codable {
    var date: Date

    init(date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) {  // It is text otherwise.
            date = Date(timeIntervalSince1970: seconds)
            return
        }
        guard let date = TimeText.date(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time")
        }
        self.date = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(TimeText.text(date))
    }
}
