/// What was measured of a text: one number for each ``TextFeature``, and what it is written in.
///
/// Encoded as an object of names and numbers with a `schemaVersion`; counts are written as whole numbers. What the
/// text is written in stands beside them: `language` and `script` (strings, left out where there is none) and `scripts`
/// (an object of codes and parts of 1). Reading ignores names that it does not know and takes 0 for those that are
/// missing.
public struct TextFeatures: Sendable, Hashable {
    /// The version of the list of features and their meanings. A change of either raises it.
    public static let schemaVersion = 2

    /// The version of the meanings of the features that classification reads. A model names the one that it was
    /// trained with, and is not read by a program of another.
    public static let classificationVersion = 2

    /// The values, in the order of the features' raw values.
    public private(set) var values: [Double]

    /// The language that the text is in, as far as can be guessed: a language subtag of BCP 47 such as `en`; nil where
    /// it is not known or was not asked for. How sure that is says ``TextFeature/languageConfidence``.
    public var language: String?

    /// The scripts that the text's letters are of, most frequent first, in the order of their codes at a tie; empty
    /// where there are none or they were not asked for.
    public package(set) var scripts: [ScriptShare] = []

    /// The script with the most letters: a code of ISO 15924 such as `Latn`, or nil.
    public var script: String? { scripts.first?.code }

    /// All features 0.
    public init() {
        values = [Double](repeating: 0, count: TextFeature.allCases.count)
    }

    /// All features 0, shared.
    package static let none = TextFeatures()

    /// The features that callers of the log know by heart, and any others; those not given are 0.
    ///
    /// - Parameters:
    ///   - sentenceCount: How many sentences there are.
    ///   - wordCount: How many words there are.
    ///   - formalityScore: 0 (informal) ... 1 (formal).
    ///   - others: Any further features.
    public init(
        sentenceCount: Int, wordCount: Int, formalityScore: Double, others: [TextFeature: Double] = [:]
    ) {
        self.init()
        for (feature, value) in others { self[feature] = value }
        self[.sentenceCount] = Double(sentenceCount)
        self[.wordCount] = Double(wordCount)
        self[.formalityScore] = formalityScore
    }

    /// The value of a feature, in the unit that the feature names. Not-a-number and infinities are taken as 0.
    public subscript(feature: TextFeature) -> Double {
        get { values[feature.rawValue] }
        set { values[feature.rawValue] = newValue.isFinite ? newValue : 0 }
    }

    /// Sets all features to 0 and removes the language and the scripts.
    package mutating func clear() {
        withUnsafeMutableValues { $0.update(repeating: 0) }
        language = nil
        scripts.removeAll(keepingCapacity: true)
    }

    /// Lends the values for writing, in the order of the features' raw values. Whoever writes sees to it that all
    /// are finite.
    package mutating func withUnsafeMutableValues<Result>(
        _ body: (UnsafeMutableBufferPointer<Double>) -> Result
    ) -> Result {
        values.withUnsafeMutableBufferPointer { body($0) }
    }

    /// How many sentences there are.
    public var sentenceCount: Int { Int(self[.sentenceCount]) }
    /// How many words there are.
    public var wordCount: Int { Int(self[.wordCount]) }
    /// How formal the manner is, 0 ... 1.
    public var formalityScore: Double { self[.formalityScore] }
}

extension TextFeatures: Codable {
    /// Reads an object of names and numbers.
    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: FieldName.self)
        for feature in TextFeature.allCases {
            self[feature] =
                try container.decodeIfPresent(Double.self, forKey: FieldName(feature.name)) ?? 0
        }
        language = try container.decodeIfPresent(String.self, forKey: FieldName("language"))
        let shares = try container.decodeIfPresent([String: Double].self, forKey: FieldName("scripts")) ?? [:]
        scripts = shares.map { ScriptShare(code: $0.key, share: $0.value) }
            .sorted { $0.isBefore($1) }
    }

    /// Writes an object of names and numbers, and the schema version.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: FieldName.self)
        try container.encode(Self.schemaVersion, forKey: FieldName("schemaVersion"))
        for feature in TextFeature.allCases {
            let key = FieldName(feature.name)
            if feature.isCount {
                try container.encode(Int(self[feature]), forKey: key)
            } else {
                try container.encode(self[feature], forKey: key)
            }
        }
        try container.encodeIfPresent(language, forKey: FieldName("language"))
        try container.encodeIfPresent(script, forKey: FieldName("script"))
        var shares = container.nestedContainer(keyedBy: FieldName.self, forKey: FieldName("scripts"))
        for script in scripts { try shares.encode(script.share, forKey: FieldName(script.code)) }
    }
}
