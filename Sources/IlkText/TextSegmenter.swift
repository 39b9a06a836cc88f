import CICU
import IlkFraming

/// Cuts texts into words: spans and kinds, nothing else. ``TextAnalyzer`` makes more of them.
///
/// Opened once and used for one text after another. For one thread at a time.
public final class TextSegmenter {
    private let cutter: WordCutter<VectorReader>
    // Kept, so that a text costs no allocation; it holds the last buffer.
    private var writer: SegmentWriter

    /// A segmenter with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - locale: ICU's name of the locale whose tailoring of word breaks is used.
    ///   - rules: Whether that tailoring is followed.
    /// - Throws: ``TextError`` when ICU has no break rules.
    public init(locale: String = "en", rules: SegmentationRules = .tailored) throws(TextError) {
        let words = try Segmenter(unit: .words, locale: locale, rules: rules)
        let automaton = BreakAutomaton(words)
        let characters = CharacterTable(words: automaton, sentences: nil)
        writer = SegmentWriter(WordSegmentBuffer(), characters)
        cutter = WordCutter(words, automaton, characters, alphabet: automaton?.asciiAlphabet)
    }

    /// Writes the words of a text, and what is between them.
    ///
    /// - Parameters:
    ///   - text: Valid UTF-8 (`UTF8Repair` makes it so), below 2^31 bytes.
    ///   - buffer: Where they go; what was there is replaced.
    /// - Complexity: Linear in the number of bytes.
    public func words(_ text: UnsafeBufferPointer<UInt8>, into buffer: WordSegmentBuffer) {
        precondition(text.count < Int(Int32.max), "a text has less than 2^31 bytes")
        if !text.isASCII {
            let isValid = UTF8Repair.isValid(text)
            precondition(isValid, "a text is valid UTF-8")
        }
        buffer.clear()
        writer.buffer = buffer
        cutter.cut(text, into: &writer)
    }
}
