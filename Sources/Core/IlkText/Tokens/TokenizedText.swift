import IlkFraming
public import IlkVocabulary

/// A text and its tokens, written by ``TextAnalyzer/segment(_:into:sentences:)``.
///
/// Reuse a value for many texts. Tokenizing does not allocate memory once the buffers of the value are large
/// enough.
public struct TokenizedText: Sendable {
    /// The text as valid UTF-8.
    public internal(set) var bytes: [UInt8] = []
    /// The concatenated normal forms (NFKC case fold) of all words, each followed by a zero byte.
    public internal(set) var folded: [UInt8] = []
    /// The tokens in order. They cover the text without gaps.
    public internal(set) var tokens: [Token] = []
    /// The indices of the words in ``tokens``.
    public internal(set) var words: [Int32] = []
    /// The hash (``StableHash`` with its word seed) of each word's normal form, parallel to ``words``.
    public internal(set) var wordHashes: [UInt64] = []
    /// `true` if all bytes are ASCII.
    public internal(set) var isASCII = true
    /// `true` if invalid UTF-8 was replaced by U+FFFD.
    public internal(set) var isRepaired = false
    /// `true` if the end of the text was ignored because the text exceeded the maximum length.
    public internal(set) var isTruncated = false

    /// The maximum length of a text in bytes. ICU uses 32-bit offsets.
    static let byteLimit = Int(Int32.max) - 1

    /// Creates an empty text.
    public init() {}

    /// Replaces the bytes by a text and repairs invalid UTF-8. The caller must then set the tokens.
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

    /// Returns the text of a span.
    ///
    /// - Parameter span: A span of this text that begins and ends at character boundaries.
    /// - Complexity: O(*n*) in the length of the span, which is copied.
    public func text(in span: TextSpan) -> String {
        String(decoding: bytes[span.range], as: UTF8.self)
    }

    /// Returns the normal form of a word.
    ///
    /// - Parameter token: A word of this text.
    /// - Complexity: O(*n*) in the length of the normal form, which is copied.
    public func normalForm(of token: Token) -> String {
        String(decoding: folded[token.foldedRange], as: UTF8.self)
    }

    /// Returns the span of a token.
    ///
    /// - Parameter token: A token of this text.
    public func span(of token: Token) -> TextSpan {
        TextSpan(Int(token.lowerBound), Int(token.upperBound))
    }
}
