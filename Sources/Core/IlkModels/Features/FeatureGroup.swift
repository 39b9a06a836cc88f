/// A feature group: a type of features with its own hashes and weight.
public enum FeatureGroup: Int, CaseIterable, Sendable, Codable {
    /// Style features: measured properties of the text. The values of a property are divided into ranges, and
    /// the range of the text's value is the feature.
    case style
    /// Unigrams: single words in their normal form.
    case unigrams
    /// Character n-grams across words (`char`): one to five characters, including white space and
    /// punctuation.
    case characterNgrams
    /// Skeleton bigrams: pairs of adjacent tokens. Function words and punctuation are kept. Every other word
    /// is replaced by its length and case.
    case skeletonBigrams
    /// Bigrams: pairs of adjacent tokens, which are words, numbers and punctuation marks.
    case bigrams
    /// Character n-grams within a word or a run of punctuation marks (`char_wb`): one to five characters,
    /// with a blank at both edges.
    case wordNgrams

    /// `true` if linear models store the weights of the group in hash buckets without tags. The group is so
    /// large that features may share a bucket.
    package var isBucketed: Bool { self == .bigrams || self == .wordNgrams }

    /// Returns the feature group whose known features show how much of a text is in a model's vocabulary.
    /// This is unigrams or, if the model does not read them, the first group of bigrams, `char` and `char_wb`
    /// n-grams that it reads.
    static func vocabulary(of featureGroups: [FeatureGroup]) -> FeatureGroup? {
        [.unigrams, .bigrams, .characterNgrams, .wordNgrams].first { featureGroups.contains($0) }
    }

    /// The name in configuration files.
    public var name: String { "\(self)" }

    /// The seed of the group's hashes, so that features of different groups do not collide.
    var seed: UInt64 {
        switch self {
        case .style: 0x7368_6170_6500_0001
        case .unigrams: 0x776F_7264_7300_0001
        case .characterNgrams: 0x6368_6172_7300_0001
        case .skeletonBigrams: 0x6672_616D_6573_0001
        case .bigrams: 0x7061_6972_7300_0001
        case .wordNgrams: 0x7069_6563_6573_0001
        }
    }
}
