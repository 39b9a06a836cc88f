import CICU

/// Takes texts apart: words and sentences by UAX #29 as ICU cuts them, normal forms, lines and features.
///
/// Opened once and used for one text after another; a text costs no allocation once the buffers have grown to the
/// longest. For one thread at a time.
public final class TextAnalyzer {
    /// The version of ICU that cuts the texts, as `72.1`.
    public static var icuVersion: String { String(cString: ilk_icu_version()) }

    private let cutter: WordCutter<VectorReader>
    private var writer: TokenWriter
    private let usesFastPath: Bool
    private let sentenceSegmenter: Segmenter
    private var segments = [ilk_segment](repeating: ilk_segment(), count: 256)
    private let distinct = HashSet()

    /// How much is measured of each text.
    public let featureLevel: FeatureLevel

    /// An analyzer with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - locale: ICU's name of the locale whose tailoring of word and sentence breaks is used.
    ///   - featureLevel: How much is measured of each text.
    /// - Throws: ``TextError`` when ICU has no break rules.
    public convenience init(locale: String = "en", measuring featureLevel: FeatureLevel = .all)
        throws(TextError)
    {
        try self.init(locale: locale, usesFastPath: locale == "en", measuring: featureLevel)
    }

    /// An analyzer that cuts everything by ICU, or texts of ASCII by the fast path: tests hold the two equal.
    init(locale: String, usesFastPath: Bool, measuring featureLevel: FeatureLevel = .all) throws(TextError) {
        self.usesFastPath = usesFastPath
        self.featureLevel = featureLevel
        let words = try Segmenter(unit: .words, locale: locale)
        sentenceSegmenter = try Segmenter(unit: .sentences, locale: locale)
        let automaton = usesFastPath ? BreakAutomaton(words) : nil
        let characters = CharacterTable(words: automaton, sentences: nil)
        cutter = WordCutter(words, automaton, characters, alphabet: usesFastPath ? .icu : nil)
        writer = TokenWriter(characters)
    }

    /// Takes a text apart.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - analysis: Where the result goes; what was there is replaced.
    public func analyze(_ text: String, into analysis: inout TextAnalysis) {
        var text = text
        text.withUTF8 { analyze($0, into: &analysis) }
    }

    /// Takes a text apart. Bytes that are not UTF-8 are replaced by U+FFFD and the analysis is flagged as repaired.
    ///
    /// - Parameters:
    ///   - bytes: The text, below 2^31 bytes: what is behind is left out and flagged.
    ///   - analysis: Where the result goes; what was there is replaced.
    /// - Complexity: Linear in the number of bytes.
    public func analyze(_ bytes: UnsafeBufferPointer<UInt8>, into analysis: inout TextAnalysis) {
        analysis.take(bytes)
        segmentWords(into: &analysis)
        segmentSentences(into: &analysis)
        analysis.splitLines()
        FeatureSurvey.measure(&analysis, distinct: distinct)
        if featureLevel == .all { FeatureSurvey.complete(&analysis) }
    }

    /// Measures of a text that was taken apart what has not been measured yet, so that its features are all there.
    public func complete(_ analysis: inout TextAnalysis) {
        if analysis.featureLevel != .all { FeatureSurvey.complete(&analysis) }
    }

    private func segmentWords(into analysis: inout TextAnalysis) {
        // The arrays are lent to the writer; the bytes stay where they are while they are read.
        writer.exchange(&analysis)
        writer.clear()
        analysis.bytes.withUnsafeBufferPointer { cutter.cut($0, into: &writer) }
        writer.flush()
        writer.exchange(&analysis)
    }

    private func segmentSentences(into analysis: inout TextAnalysis) {
        analysis.sentences.removeAll(keepingCapacity: true)
        let bytes = analysis.moveBytesOut()
        defer { analysis.moveBytesBack(bytes) }
        bytes.withUnsafeBufferPointer { text in
            if usesFastPath, analysis.isASCII {
                ASCIISegmenter.forEachSentence(text) { lower, upper in
                    analysis.appendSentence(text, lower: lower, upper: upper)
                }
                return
            }
            sentenceSegmenter.begin(text)
            segments.withUnsafeMutableBufferPointer { segments in
                while case let count = sentenceSegmenter.next(segments), count > 0 {
                    for index in 0..<count {
                        analysis.appendSentence(
                            text, lower: Int(segments[index].lower), upper: Int(segments[index].upper))
                    }
                }
            }
        }
    }
}
