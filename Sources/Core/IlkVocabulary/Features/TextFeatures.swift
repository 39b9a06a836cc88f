/// The measurements of a text: one number per ``TextFeature``, the language and the scripts.
///
/// The encoded form is an object of names and numbers with a `schemaVersion`. Counts are written as integers.
/// The object also contains `language` and `script` (strings, omitted if unknown) and `scripts` (an object
/// with the share, 0 to 1, of each script code). Decoding ignores unknown names and uses 0 for missing
/// features.
public struct TextFeatures: Sendable, Hashable {
    /// The version of the list of features and of their definitions. A change to the list or to a definition
    /// increments the version.
    public static let schemaVersion = 3

    /// The number of features in each schema version that this program can read. An older version has only
    /// the first features of the current list.
    package static let counts = [2: TextFeature.lix.rawValue, 3: TextFeature.allCases.count]

    /// The version of the definitions of the features that classification reads. A model file records this
    /// version. A program with a different version rejects the file.
    public static let classificationVersion = 2

    /// The values, indexed by the features' raw values.
    public private(set) var values: [Double]

    /// The guessed language of the text as a BCP 47 language subtag such as `en`; `nil` if it is unknown or
    /// was not requested. ``TextFeature/languageConfidence`` is the probability that this language is
    /// correct.
    public var language: String?

    /// The scripts of the text's letters, most frequent first. Equally frequent scripts are ordered by code.
    /// Empty if the text has no letters or if the scripts were not requested.
    public package(set) var scripts: [ScriptShare] = []

    /// The ISO 15924 code of the script with the most letters, such as `Latn`; `nil` if ``scripts`` is empty.
    public var script: String? { scripts.first?.code }

    /// Creates features that are all 0.
    public init() {
        values = [Double](repeating: 0, count: TextFeature.allCases.count)
    }

    package static let zero = TextFeatures()

    /// Creates features from their values. Features that are not given are 0. The first three parameters are
    /// the features that every classification logger records.
    ///
    /// - Parameters:
    ///   - sentenceCount: The number of sentences.
    ///   - wordCount: The number of words.
    ///   - formalityScore: The formality, 0 (informal) to 1 (formal).
    ///   - others: The values of other features.
    public init(
        sentenceCount: Int, wordCount: Int, formalityScore: Double, others: [TextFeature: Double] = [:]
    ) {
        self.init()
        for (feature, value) in others { self[feature] = value }
        self[.sentenceCount] = Double(sentenceCount)
        self[.wordCount] = Double(wordCount)
        self[.formalityScore] = formalityScore
    }

    /// The value of a feature, in the unit given by ``TextFeature/unit``. NaN and infinity are stored as 0.
    ///
    /// - Parameter feature: The feature.
    public subscript(feature: TextFeature) -> Double {
        get { values[feature.rawValue] }
        set { values[feature.rawValue] = newValue.isFinite ? newValue : 0 }
    }

    package mutating func clear() {
        withUnsafeMutableValues { $0.update(repeating: 0) }
        language = nil
        scripts.removeAll(keepingCapacity: true)
    }

    /// Calls a closure with the mutable values, indexed by the features' raw values. The closure must write
    /// only finite numbers.
    package mutating func withUnsafeMutableValues<Result>(
        _ body: (UnsafeMutableBufferPointer<Double>) -> Result
    ) -> Result {
        values.withUnsafeMutableBufferPointer { body($0) }
    }

    /// The number of sentences.
    public var sentenceCount: Int { Int(self[.sentenceCount]) }
    /// The number of words.
    public var wordCount: Int { Int(self[.wordCount]) }
    /// The formality of the text, 0 (informal) to 1 (formal).
    public var formalityScore: Double { self[.formalityScore] }
}

extension TextFeatures: Codable {
    /// Decodes an object of names and numbers.
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

    /// Encodes an object of names and numbers, with the schema version.
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
