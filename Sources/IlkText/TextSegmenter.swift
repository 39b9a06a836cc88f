import CICU
import IlkFraming

/// Cuts texts into words: spans and kinds, nothing else. ``TextAnalyzer`` makes more of them.
///
/// Opened once and used for one text after another. For one thread at a time.
public final class TextSegmenter {
    private let cutter: WordCutter<VectorReader>
    private let characters: CharacterTable

    /// A segmenter with the break rules of a locale.
    ///
    /// - Parameter locale: ICU's name of the locale whose tailoring of word breaks is used.
    /// - Throws: ``TextError`` when ICU has no break rules.
    public init(locale: String = "en") throws(TextError) {
        let words = try Segmenter(unit: .words, locale: locale)
        let automaton = BreakAutomaton(words)
        characters = CharacterTable(words: automaton, sentences: nil)
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
        precondition(text.isASCII || UTF8Repair.isValid(text), "a text is valid UTF-8")
        buffer.clear()
        var writer = SegmentWriter(buffer, characters)
        cutter.cut(text, into: &writer)
    }
}
