public import IlkVocabulary

/// Splits texts into sentences. The splitter handles abbreviations, initials, lists, quotations and wrapped
/// lines (`docs/explanation/sentences.md`).
///
/// The feature `sentenceCount` does not use this splitter. `TextSegmenter` and `TextAnalyzer` in `IlkText`
/// apply the simpler rules of UAX #29.
public struct SentenceSplitter: Sendable {
    private let lexicon = SentenceLexicon.shared

    /// Creates a splitter. The first splitter of a process loads the word lists.
    public init() {}

    /// Splits a text into sentences and replaces the content of `spans` with the sentences in order.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8, below 2 GiB. The result for invalid UTF-8 is unspecified.
    ///   - language: The language of the text, which selects word lists.
    ///   - spans: The sentences, as offsets in UTF-8 bytes. Sentences do not overlap, and no sentence begins
    ///     or ends with white space. Only white space lies between two sentences. A text of white space has
    ///     no sentences.
    /// - Complexity: O(*n*) in the length of the text. Does not allocate once `spans` is large enough.
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
