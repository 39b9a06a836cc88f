import IlkFraming
public import IlkVocabulary

/// A text and its tokens: what ``TextAnalyzer/segment(_:into:sentences:)`` writes.
///
/// The buffers are reused from text to text, so that a text costs no allocation once they have grown.
public struct TokenizedText: Sendable {
    /// The text: valid UTF-8.
    public internal(set) var bytes: [UInt8] = []
    /// The normal forms (NFKC case fold) of all words, one behind the other, each ended by a zero byte.
    public internal(set) var folded: [UInt8] = []
    /// The tokens in order; together they cover the text.
    public internal(set) var tokens: [Token] = []
    /// The indices in ``tokens`` of the words.
    public internal(set) var words: [Int32] = []
    /// The hash (``StableHash`` with its word seed) of each word's normal form, in step with ``words``.
    public internal(set) var wordHashes: [UInt64] = []
    /// `true` if all bytes are ASCII.
    public internal(set) var isASCII = true
    /// `true` if bytes that are not UTF-8 were replaced by U+FFFD.
    public internal(set) var isRepaired = false
    /// `true` if the text was longer than what was read.
    public internal(set) var isTruncated = false

    /// The longest text that is read, in bytes: ICU counts in 32 bits.
    static let byteLimit = Int(Int32.max) - 1

    /// The empty text.
    public init() {}

    /// Replaces the bytes by those of a text, repaired where they are not UTF-8. The tokens must follow.
    mutating func replaceBytes(_ text: UnsafeBufferPointer<UInt8>) {
        let count = min(text.count, Self.byteLimit)
        isTruncated = count < text.count
        bytes.removeAll(keepingCapacity: true)
        let prefix = UnsafeBufferPointer(rebasing: text.prefix(count))
        isASCII = prefix.isASCII
        if isASCII {
            isRepaired = false
            bytes.append(contentsOf: prefix)
        } else {
            isRepaired = UTF8Repair.append(prefix, to: &bytes) > 0
        }
    }

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
