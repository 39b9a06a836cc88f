import CICU
import IlkFraming
public import IlkVocabulary

/// Cuts texts into words or sentences: spans and kinds, nothing else. ``TextAnalyzer`` makes more of them.
///
/// Opened once and used for one text after another. For one thread at a time.
public final class TextSegmenter {
    private let cutter: WordCutter<VectorReader>
    private let sentenceCutter: SentenceCutter<VectorReader>
    // Kept, so that a text costs no allocation; it holds the last buffer. Only ``words(validUTF8:into:)`` touches it.
    @exclusivity(unchecked) private var writer: SegmentWriter

    /// A segmenter with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - locale: ICU's name of the locale whose tailoring of word breaks is used.
    ///   - rules: Whether that tailoring is followed.
    /// - Throws: ``TextError`` when ICU has no break rules.
    public init(locale: String = "en", rules: SegmentationRules = .tailored) throws(TextError) {
        let words = try Segmenter(unit: .words, locale: locale, rules: rules)
        let automaton = BreakAutomaton(words)
        let sentences = try Segmenter(unit: .sentences, locale: locale, rules: rules)
        let sentenceAutomaton = BreakAutomaton(sentences)
        let characters = CharacterTable(words: automaton, sentences: sentenceAutomaton)
        sentenceCutter = SentenceCutter(sentences, sentenceAutomaton, characters)
        writer = SegmentWriter(WordSegmentBuffer(), characters)
        cutter = WordCutter(words, automaton, characters, alphabet: automaton?.asciiAlphabet)
    }

    /// Writes the words of a text, and what is between them.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8, below 2^31 bytes. With anything else the behaviour is undefined: texts from outside are
    ///     for ``TextAnalyzer``, which repairs them.
    ///   - buffer: Where they go; what was there is replaced.
    /// - Complexity: Linear in the number of bytes.
    public func words(validUTF8 text: UnsafeBufferPointer<UInt8>, into buffer: WordSegmentBuffer) {
        Self.check(text)
        buffer.clear()
        if writer.buffer !== buffer { writer.buffer = buffer }
        cutter.cut(text, into: &writer)
    }

    /// Writes the sentences of a text, each with the white space behind it.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8, below 2^31 bytes. With anything else the behaviour is undefined: texts from outside are
    ///     for ``TextAnalyzer``, which repairs them.
    ///   - spans: Where they go; what was there is replaced.
    /// - Complexity: Linear in the number of bytes.
    public func sentences(validUTF8 text: UnsafeBufferPointer<UInt8>, into spans: inout [TextSpan]) {
        Self.check(text)
        spans.removeAll(keepingCapacity: true)
        sentenceCutter.cut(text) { spans.append(TextSpan($0, $1)) }
    }

    /// In release builds nothing is checked: to check would take longer than to cut.
    private static func check(_ text: UnsafeBufferPointer<UInt8>) {
        precondition(text.count < Int(Int32.max), "a text has less than 2^31 bytes")
        assert(UTF8Repair.isValid(text), "a text is valid UTF-8")
    }
}
