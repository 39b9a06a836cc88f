public import IlkVocabulary

/// A text taken apart: what a ``TextAnalyzer`` writes and every later stage reads.
///
/// The buffers are reused from text to text, so that a text costs no allocation once they have grown.
public struct TextAnalysis: Sendable {
    /// The text: valid UTF-8.
    public internal(set) var bytes: [UInt8] = []
    /// The normal forms (NFKC case fold) of all words, one behind the other, each ended by a zero byte.
    public internal(set) var folded: [UInt8] = []
    /// The tokens in order; together they cover the text.
    public internal(set) var tokens: [Token] = []
    /// The places in ``tokens`` of the words.
    public internal(set) var words: [Int32] = []
    /// The hash (``StableHash`` with its word seed) of each word's normal form, in step with ``words``.
    public internal(set) var wordHashes: [UInt64] = []
    /// What each word is used for, in step with ``words``.
    package internal(set) var wordClasses: [WordClass] = []
    /// What was counted of the words for features that were not asked for.
    var wordTotals = WordTotals()
    /// The sentences in order, each without the white space around it.
    public internal(set) var sentences: [TextSpan] = []
    /// The lines in order, without their ends, blank ones too.
    public internal(set) var lines: [TextSpan] = []
    /// What was measured, as much as ``featureLevel`` says.
    public internal(set) var features = TextFeatures()
    /// Whether ``features`` are all there.
    public internal(set) var featureLevel = FeatureLevel.classification
    /// Whether all bytes are ASCII.
    public internal(set) var isASCII = true
    /// Whether bytes that are not UTF-8 were replaced by U+FFFD.
    public internal(set) var isRepaired = false
    /// Whether the text went on behind what was read.
    public internal(set) var isTruncated = false

    /// An analysis of no text.
    public init() {}

    /// The text of a span. The span must lie on character boundaries of this text.
    public func text(in span: TextSpan) -> String {
        String(decoding: bytes[span.range], as: UTF8.self)
    }

    /// The normal form of a word.
    public func normalForm(of token: Token) -> String {
        String(decoding: folded[token.foldedRange], as: UTF8.self)
    }

    /// The span of a token.
    public func span(of token: Token) -> TextSpan {
        TextSpan(Int(token.lowerBound), Int(token.upperBound))
    }
}
