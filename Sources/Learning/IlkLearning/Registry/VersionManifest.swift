public import FoundationEssentials
import IlkVocabulary

/// What a model version says of itself for programs: `manifest.json` beside its model.
public struct VersionManifest: Sendable, Hashable, Codable {
    /// A version that it was made from.
    public struct Parent: Sendable, Hashable, Codable {
        /// Its name.
        public var version: String
        /// The digest of its model.
        public var digest: String
    }

    /// Texts that it was learned from.
    public struct DataSet: Sendable, Hashable, Codable {
        /// What they are called; never a word of them.
        public var name: String
        /// The SHA-256 of what was read.
        public var digest: String
        /// How many texts there were, or nil when nobody counted.
        public var texts: Int?

        /// A data set of these parts.
        public init(name: String, digest: String, texts: Int? = nil) {
            self.name = name
            self.digest = digest
            self.texts = texts
        }
    }

    /// What was measured of texts.
    public struct FeatureSet: Sendable, Hashable, Codable {
        /// The version of the meanings of the features, and that of the signals.
        public var version: String
        /// The families of features that the model reads.
        public var families: [String]
        /// The SHA-256 of version, families and names of the signals.
        public var digest: String
    }

    /// What cut texts into words.
    public struct Tokenizer: Sendable, Hashable, Codable {
        /// The version of ICU.
        public var icu: String
        /// The SHA-256 of where this program cuts a text with words and marks of many scripts.
        public var digest: String
    }

    /// Its name, as `1.1.2`; empty until it has one.
    public var version: String
    /// What it decides among.
    public var taxonomy: String
    /// How it decides: `bayes` or `linear`; nil in a registry of an older program.
    public var kind: String?
    /// The SHA-256 of the model's content, by which verdicts name it.
    public var digest: String
    /// The versions that it was made from: none for one made from texts alone, two for a merged one.
    public var parents: [Parent]
    private var moment: Moment
    /// Who made it; nil when that is not known.
    public var by: String?
    /// Why it was made, and what it was measured to do.
    public var why: String?
    /// What it was learned from, beside what its parents were; nil when that is not known.
    public var data: [DataSet]?
    /// How many texts it was made of, by category.
    public var documents: [String: Int]?
    /// How many features have a weight.
    public var features: Int?
    /// The digest of the rules that it was measured with.
    public var rules: String?
    /// What was measured of its texts.
    public var featureSet: FeatureSet?
    /// What cut its texts.
    public var tokenizer: Tokenizer?
    /// What it is right about: rules alone, the model alone, and both.
    public var figures: [VersionFigures]?
    /// What the figures were measured on; nil when there are none.
    public var measuredOn: DataSet?
    /// How it was retrained from a log; nil for one that was made otherwise.
    public var retraining: RetrainingTrace?
    /// Which records of a store it learned from; nil for one that was made otherwise.
    public var learnedFrom: StoreTrace?
    /// What it was held against before it could be put to use; nil when it was not.
    public var gate: RetrainingGate?

    /// When it was made.
    public var created: Date {
        get { moment.date }
        set { moment.date = newValue }
    }

    private enum CodingKeys: String, CodingKey {
        case version, taxonomy, kind, digest, parents, by, why, data, documents, features, rules, featureSet
        case tokenizer, figures, measuredOn, retraining, learnedFrom, gate
        case moment = "created"
    }

    /// Members that a program before this one wrote.
    private enum FormerKeys: String, CodingKey {
        case parent, note
    }

    /// A manifest of a model that nothing else is known of.
    public init(version: String, taxonomy: String, digest: String, created: Date) {
        self.version = version
        self.taxonomy = taxonomy
        self.digest = digest
        moment = Moment(date: TimeText.rounded(created))
        parents = []
    }

    /// Reads what this program writes, and the few members that a program before it wrote.
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
        features = try container.decodeIfPresent(Int.self, forKey: .features)
        rules = try container.decodeIfPresent(String.self, forKey: .rules)
        featureSet = try container.decodeIfPresent(FeatureSet.self, forKey: .featureSet)
        tokenizer = try container.decodeIfPresent(Tokenizer.self, forKey: .tokenizer)
        figures = try container.decodeIfPresent([VersionFigures].self, forKey: .figures)
        measuredOn = try container.decodeIfPresent(DataSet.self, forKey: .measuredOn)
        retraining = try container.decodeIfPresent(RetrainingTrace.self, forKey: .retraining)
        learnedFrom = try container.decodeIfPresent(StoreTrace.self, forKey: .learnedFrom)
        gate = try container.decodeIfPresent(RetrainingGate.self, forKey: .gate)
        if let parents = try container.decodeIfPresent([Parent].self, forKey: .parents) {
            self.parents = parents
        } else {
            let parent = try former.decodeIfPresent(String.self, forKey: .parent)
            parents = parent.map { [Parent(version: $0, digest: "")] } ?? []
        }
    }
}

/// A time as text; as seconds since 1970 in registries of an older program.
private struct Moment: Sendable, Hashable, Codable {
    var date: Date

    init(date: Date) { self.date = date }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let seconds = try? container.decode(Double.self) {  // Text otherwise.
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
