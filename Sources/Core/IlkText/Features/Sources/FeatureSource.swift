public import IlkVocabulary

/// The source of a feature value: its formula and the spans of the counted items.
public struct FeatureSource: Sendable, Hashable {
    /// The feature.
    public let feature: TextFeature
    /// The value of the feature.
    public let value: Double
    /// The formula of the value.
    public let formula: Formula
    /// The spans of the counted items in order. Adjacent characters are merged into one span. Empty if the
    /// value depends on the whole text.
    public let spans: [TextSpan]

    /// The formula of a feature value.
    public enum Formula: Sendable, Hashable {
        /// The number of counted items.
        case count
        /// 1 if the text contains the item, otherwise 0.
        case flag
        /// `part` divided by `whole`. If an item can be counted twice, the ratio is limited to 1. If `whole`
        /// is 0, the ratio is 1 for ``TextFeature/lexicalDiversity`` and 0 for other features.
        case ratio(part: Double, of: Unit, whole: Double, over: Unit)
        /// The population standard deviation of `count` lengths with the given mean and sum of squares.
        case deviation(of: Unit, count: Double, mean: Double, squares: Double)
        /// The length of the longest item.
        case greatest
        /// The reading ease of Flesch (1948).
        case readingEase(wordsPerSentence: Double, syllablesPerWord: Double)
        /// The LIX of Björnsson (1968).
        case lix(wordsPerSentence: Double, longWordShare: Double)
        /// The logistic function of the sum of the formality contributions. Each contribution has spans. The
        /// value is 0.5 if there are no contributions.
        case formality(FormalityExplanation)
        /// The output of a model.
        case model
    }

    /// The unit that a formula counts.
    public enum Unit: String, Sendable, Hashable {
        case characters
        case visibleCharacters = "visible characters"
        case letters
        case words
        case distinctWords = "distinct words"
        case longWords = "words with more than six characters"
        case syllables
        case sentences
        case lines
        case allLines = "lines, including blank ones"
        case paragraphs
        case places
    }
}
