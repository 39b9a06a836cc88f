public import IlkVocabulary

/// A text with its tokens, sentences, lines and features: what ``TextAnalyzer`` writes and every later stage reads.
///
/// All of it belongs to one text. The buffers are reused from text to text, so that a text costs no allocation once they
/// have grown.
public struct AnalyzedText: Sendable {
    /// The text and its tokens.
    public internal(set) var tokenized = TokenizedText()
    /// The sentences in order, each without the white space around it.
    public internal(set) var sentences: [TextSpan] = []
    /// The lines in order, without their ends, blank ones too.
    public internal(set) var lines: [TextSpan] = []
    /// The features of ``featureLevel``; the others are 0.
    public internal(set) var features: TextFeatures
    /// The set of features that were measured.
    public internal(set) var featureLevel = FeatureLevel.classification
    /// The use of each word, in step with ``words``.
    package internal(set) var wordClasses: [WordClass] = []

    /// The empty text.
    public init() {
        features = TextFeatures()
        features[.lexicalDiversity] = 1
        features[.unpunctuated] = 1
    }
}

extension AnalyzedText {
    /// The text: valid UTF-8.
    public var bytes: [UInt8] { tokenized.bytes }
    /// The normal forms of all words, as in ``TokenizedText/folded``.
    public var folded: [UInt8] { tokenized.folded }
    /// The tokens in order; together they cover the text.
    public var tokens: [Token] { tokenized.tokens }
    /// The indices in ``tokens`` of the words.
    public var words: [Int32] { tokenized.words }
    /// The hash of each word's normal form, in step with ``words``.
    public var wordHashes: [UInt64] { tokenized.wordHashes }
    /// `true` if all bytes are ASCII.
    public var isASCII: Bool { tokenized.isASCII }
    /// `true` if bytes that are not UTF-8 were replaced by U+FFFD.
    public var isRepaired: Bool { tokenized.isRepaired }
    /// `true` if the text exceeded the maximum length and its end was ignored.
    public var isTruncated: Bool { tokenized.isTruncated }

    /// The text of a span. The span must lie on character boundaries of this text.
    public func text(in span: TextSpan) -> String { tokenized.text(in: span) }
    /// The normal form of a word.
    public func normalForm(of token: Token) -> String { tokenized.normalForm(of: token) }
    /// The span of a token.
    public func span(of token: Token) -> TextSpan { tokenized.span(of: token) }
}
