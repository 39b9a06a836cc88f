public import IlkVocabulary

/// Splits texts into sentences. The splitter handles abbreviations, initials, lists, quotations and wrapped
/// lines (`docs/explanation/sentences.md`).
///
/// The text features count sentences by the simpler rules of UAX #29 instead, which `TextSegmenter` and
/// `TextAnalyzer` in `IlkText` apply.
public struct SentenceSplitter: Sendable {
    private let lexicon = SentenceLexicon.shared

    /// Creates a splitter. The first splitter of a process loads the word lists.
    public init() {}

    /// Replaces the content of `spans` by the sentences of a text, in order.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8, below 2 GiB. The result for invalid UTF-8 is unspecified.
    ///   - language: The language of the text, which selects word lists.
    ///   - spans: The sentences as spans in UTF-8 bytes that do not overlap and have no white space at either
    ///     end. Only white space lies between them. A text of white space has no sentences.
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
