public import IlkVocabulary

/// A text with its tokens, sentences, lines and features. ``TextAnalyzer`` writes a value of this type, and
/// all later stages of a pipeline read it.
///
/// Reuse a value for many texts. Analysis does not allocate memory once the buffers of the value are large
/// enough.
public struct AnalyzedText: Sendable {
    /// The text and its tokens.
    public internal(set) var tokenized = TokenizedText()
    /// The sentences in order (UAX #29), without surrounding white space.
    public internal(set) var sentences: [TextSpan] = []
    /// The lines in order, including blank lines, without their terminators.
    public internal(set) var lines: [TextSpan] = []
    /// The values of the features that ``featureLevel`` includes. All other features are 0.
    public internal(set) var features: TextFeatures
    /// The set of measured features.
    public internal(set) var featureLevel = FeatureLevel.classification
    /// The grammatical and topical classes of each word, parallel to ``words``.
    package internal(set) var wordClasses: [WordClass] = []

    /// The analysis of the empty text, which is copied without allocating memory.
    package static let empty = AnalyzedText()

    /// Creates the analysis of the empty text.
    public init() {
        features = TextFeatures()
        features[.lexicalDiversity] = 1
        features[.unpunctuated] = 1
    }
}

extension AnalyzedText {
    /// The text as valid UTF-8.
    public var bytes: [UInt8] { tokenized.bytes }
    /// The tokens in order. They cover the text without gaps.
    public var tokens: [Token] { tokenized.tokens }
    /// The indices of the words in ``tokens``.
    public var words: [Int32] { tokenized.words }
    /// The hash of each word's normal form, parallel to ``words``.
    public var wordHashes: [UInt64] { tokenized.wordHashes }
    /// `true` if invalid UTF-8 was replaced by U+FFFD.
    public var isRepaired: Bool { tokenized.isRepaired }
    /// `true` if the end of the text was ignored because the text exceeded the maximum length.
    public var isTruncated: Bool { tokenized.isTruncated }

    /// Returns the text of a span.
    ///
    /// - Parameter span: A span of this text that begins and ends at character boundaries.
    /// - Complexity: O(*n*) in the length of the span, which is copied.
    public func text(in span: TextSpan) -> String { tokenized.text(in: span) }
    /// Returns the normal form of a word.
    ///
    /// - Parameter token: A word of this text.
    /// - Complexity: O(*n*) in the length of the normal form, which is copied.
    public func normalForm(of token: Token) -> String { tokenized.normalForm(of: token) }
    /// Returns the span of a token.
    ///
    /// - Parameter token: A token of this text.
    public func span(of token: Token) -> TextSpan { tokenized.span(of: token) }
}
