import IlkFraming
public import IlkVocabulary

/// Splits texts into sentences (UAX #29). Reuse a segmenter for many texts. Not thread-safe.
///
/// Use ``TextAnalyzer`` to get tokens and features too. Use `SentenceSplitter` of `IlkSentences` to handle
/// abbreviations, lists and quotations.
public final class TextSegmenter {
    private let cutter: SentenceCutter<VectorReader>

    /// Creates a segmenter with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - locale: The ICU name of the locale.
    ///   - rules: `tailored` to use ICU's tailoring for the locale, `plain` to ignore the locale.
    /// - Throws: ``TextError`` if ICU cannot load the break rules.
    public init(locale: String = "en", rules: SegmentationRules = .tailored) throws(TextError) {
        let segmenter = try Segmenter(unit: .sentences, locale: locale, rules: rules)
        let automaton = BreakAutomaton(segmenter)
        cutter = SentenceCutter(segmenter, automaton, CharacterTable(words: nil, sentences: automaton))
    }

    /// Splits a text into sentences and replaces the content of `spans` with the sentences. Each sentence
    /// includes its trailing white space.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8, shorter than 2^31 - 1 bytes. The behavior for invalid UTF-8 is undefined.
    ///     ``TextAnalyzer`` accepts any bytes.
    ///   - spans: The sentences in order.
    /// - Complexity: O(*n*) in the number of bytes.
    public func sentences(validUTF8 text: UnsafeBufferPointer<UInt8>, into spans: inout [TextSpan]) {
        precondition(text.count < Int(Int32.max), "a text has less than 2^31 bytes")
        // Release builds do not validate the bytes, because validation would take longer than splitting.
        assert(UTF8Repair.isValid(text), "a text is valid UTF-8")
        spans.removeAll(keepingCapacity: true)
        cutter.cut(text) { spans.append(TextSpan($0, $1)) }
    }
}
