import CICU
public import IlkVocabulary

/// Cuts texts into sentences: as UAX #29 does, or as people do.
///
/// Opened once and used for one text after another; a text costs no allocation once the caller's buffer is large
/// enough. For one thread at a time. The time is linear in the length of the text, whatever it is.
public final class SentenceSplitter {
    /// Where it cuts.
    public let style: SentenceStyle
    private let segmenter: Segmenter?
    private let lexicon: SentenceLexicon?

    /// Opens a splitter. For `.unicode` ICU's root rules are opened, and `TextError` is thrown when they are not to
    /// be had; `.people` needs no data beyond the program; its words are read at the first opening in a process, in about
    /// two milliseconds.
    public init(style: SentenceStyle = .people) throws(TextError) {
        self.style = style
        segmenter = style == .unicode ? try Segmenter(unit: .sentences, locale: "root") : nil
        lexicon = style == .people ? .shared : nil
    }

    /// Writes the sentences of a text into `spans`, in order, in place of what was there.
    ///
    /// - Parameters:
    ///   - bytes: Valid UTF-8, below 2 GiB; what is not valid has no promised result.
    ///   - language: Chooses lists of words in the style `.people`; the style `.unicode` does not look at it.
    ///   - spans: Receives half-open spans in UTF-8 bytes that do not overlap. In the style `.unicode` they cover
    ///     the text; in the style `.people` what they leave out is white space, and a text of white space has none.
    public func split(
        _ bytes: UnsafeBufferPointer<UInt8>, language: SentenceLanguage = .unknown,
        into spans: inout [TextSpan]
    ) {
        spans.removeAll(keepingCapacity: true)
        if let segmenter {
            cover(bytes, with: segmenter, into: &spans)
        } else if let lexicon, let base = bytes.baseAddress, !bytes.isEmpty {
            var scanner = SentenceScanner(
                base: base, count: bytes.count, language: language, lexicon: lexicon)
            scanner.scan(into: &spans)
        }
    }

    private func cover(
        _ bytes: UnsafeBufferPointer<UInt8>, with segmenter: Segmenter, into spans: inout [TextSpan]
    ) {
        guard !bytes.isEmpty else { return }
        segmenter.begin(bytes)
        withUnsafeTemporaryAllocation(of: ilk_segment.self, capacity: 256) { buffer in
            while true {
                let filled = segmenter.next(buffer)
                if filled == 0 { break }
                for index in 0..<filled {
                    spans.append(TextSpan(Int(buffer[index].lower), Int(buffer[index].upper)))
                }
            }
        }
    }
}
