public import IlkVocabulary

/// Splits texts into sentences as people do: it understands abbreviations, initials, lists, quotations and wrapped lines
/// (`docs/sentences.md`).
///
/// The sentences of UAX #29, which features count, are those of `TextSegmenter` and `TextAnalyzer` in `IlkText`.
public struct SentenceSplitter: Sendable {
    private let lexicon = SentenceLexicon.shared

    /// Creates a splitter. The first one in a process reads the word lists, in about two milliseconds.
    public init() {}

    /// Writes the sentences of a text into `spans`, in order, in place of its content.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8, below 2 GiB. The result for invalid UTF-8 is unspecified.
    ///   - language: The language of the text. It chooses word lists.
    ///   - spans: Receives half-open spans in UTF-8 bytes that do not overlap. White space lies between them only: a span
    ///     has none at either end, and a text of white space has no sentence.
    /// - Complexity: O(*n*) in the length of the text; no allocation once `spans` is large enough.
    public func split(
        _ bytes: UnsafeBufferPointer<UInt8>, language: SentenceLanguage = .unknown,
        into spans: inout [TextSpan]
    ) {
        spans.removeAll(keepingCapacity: true)
        guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
        var scanner = SentenceScanner(base: base, count: bytes.count, language: language, lexicon: lexicon)
        scanner.scan(into: &spans)
    }
}
