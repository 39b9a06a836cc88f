import IlkFraming
public import IlkVocabulary

/// Cuts texts into sentences: spans, nothing else. ``TextAnalyzer`` gives words and features too.
///
/// Opened once and used for one text after another. For one thread at a time.
public final class TextSegmenter {
    private let cutter: SentenceCutter<VectorReader>

    /// A segmenter with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - locale: ICU's name of the locale whose tailoring of sentence breaks is used.
    ///   - rules: `tailored` to follow that tailoring.
    /// - Throws: ``TextError`` when ICU has no break rules.
    public init(locale: String = "en", rules: SegmentationRules = .tailored) throws(TextError) {
        let segmenter = try Segmenter(unit: .sentences, locale: locale, rules: rules)
        let automaton = BreakAutomaton(segmenter)
        cutter = SentenceCutter(segmenter, automaton, CharacterTable(words: nil, sentences: automaton))
    }

    /// Writes the sentences of a text, each with the white space behind it.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8, below 2^31 bytes. With anything else the behaviour is undefined: texts from outside are
    ///     for ``TextAnalyzer``, which repairs them.
    ///   - spans: The sentences, in place of its content.
    /// - Complexity: Linear in the number of bytes.
    public func sentences(validUTF8 text: UnsafeBufferPointer<UInt8>, into spans: inout [TextSpan]) {
        precondition(text.count < Int(Int32.max), "a text has less than 2^31 bytes")
        // In release builds the bytes are not checked: to check would take longer than to cut.
        assert(UTF8Repair.isValid(text), "a text is valid UTF-8")
        spans.removeAll(keepingCapacity: true)
        cutter.cut(text) { spans.append(TextSpan($0, $1)) }
    }
}
