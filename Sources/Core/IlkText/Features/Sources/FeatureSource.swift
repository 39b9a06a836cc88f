public import IlkVocabulary

/// Where the number of one feature comes from: what was counted, where it stands, and what it was divided by.
public struct FeatureSource: Sendable, Hashable {
    /// The feature.
    public let feature: TextFeature
    /// Its value.
    public let value: Double
    /// How the value is made.
    public let formula: Formula
    /// The places in the text that were counted, in order; neighbouring characters are one place. Empty where the value
    /// stands on the text as a whole.
    public let spans: [TextSpan]

    /// How a value is made.
    public enum Formula: Sendable, Hashable {
        /// The number of places.
        case count
        /// 1 if there is such a place, else 0.
        case flag
        /// A number of one thing over a number of another; 1 at most where one thing may count twice, and 0, or 1 for
        /// ``TextFeature/lexicalDiversity``, where there is nothing to divide by.
        case ratio(part: Double, of: Unit, whole: Double, over: Unit)
        /// The standard deviation of as many lengths, whose mean is `mean`: the root of the mean of the squares less the
        /// square of the mean.
        case deviation(of: Unit, count: Double, mean: Double, squares: Double)
        /// The greatest of the lengths.
        case greatest
        /// Reading ease after Flesch (1948).
        case readingEase(wordsPerSentence: Double, syllablesPerWord: Double)
        /// The logistic of what adds up in a formality score, each contribution with its own places; 0.5 where there
        /// are none.
        case formality(FormalityExplanation)
        /// What a model says.
        case model
    }

    /// What is counted.
    public enum Unit: String, Sendable, Hashable {
        case characters
        case visibleCharacters = "visible characters"
        case letters
        case words
        case distinctWords = "distinct words"
        case syllables
        case sentences
        case lines
        case allLines = "lines, blank ones too"
        case paragraphs
        case places
    }
}
