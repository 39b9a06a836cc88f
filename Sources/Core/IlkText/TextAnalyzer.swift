import CICU
public import IlkVocabulary

/// Analyzes texts: words and sentences by UAX #29 as ICU cuts them, normal forms, lines and features.
///
/// Opened once and used for one text after another; a text costs no allocation once the buffers have grown to the
/// longest. For one thread at a time.
public final class TextAnalyzer {
    /// The version of ICU that cuts the texts, as `72.1`.
    public static var icuVersion: String { String(cString: ilk_icu_version()) }

    private let cutter: TextCutter<VectorReader>
    private let distinct = HashSet()

    /// How much is measured of each text.
    public let featureLevel: FeatureLevel

    /// An analyzer with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - locale: ICU's name of the locale whose tailoring of word and sentence breaks is used.
    ///   - featureLevel: How much is measured of each text.
    ///   - rules: Whether the locale's tailoring is followed.
    ///   - suppressingAbbreviations: Whether a sentence does not end behind an abbreviation of the locale, as ICU's
    ///     data (CLDR's standard suppressions) list them. Sentences are then cut by ICU alone, at its speed.
    /// - Throws: ``TextError`` when ICU has no break rules.
    public init(
        locale: String = "en", measuring featureLevel: FeatureLevel = .all,
        rules: SegmentationRules = .tailored,
        suppressingAbbreviations: Bool = false
    ) throws(TextError) {
        self.featureLevel = featureLevel
        cutter = try TextCutter(locale: locale, rules: rules, suppresses: suppressingAbbreviations)
    }

    /// Analyzes a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - result: The result. It replaces the previous text.
    public func analyze(_ text: String, into result: inout AnalyzedText) {
        var text = text
        text.withUTF8 { analyze($0, into: &result) }
    }

    /// Analyzes a text: tokens, sentences, lines and features. Bytes that are not UTF-8 are replaced by U+FFFD, and the
    /// result is flagged as repaired.
    ///
    /// - Parameters:
    ///   - bytes: The text. Bytes after the first 2^31 - 2 are ignored, and the result is flagged as truncated.
    ///   - result: The result. It replaces the previous text.
    /// - Complexity: O(*n*) in the length of the text; no allocation once the buffers have grown.
    public func analyze(_ bytes: UnsafeBufferPointer<UInt8>, into result: inout AnalyzedText) {
        var sentences: [TextSpan] = []
        swap(&sentences, &result.sentences)
        cutter.cut(bytes, into: &result.tokenized, sentences: &sentences)
        swap(&sentences, &result.sentences)
        result.splitLines()
        FeatureSurvey.measure(&result, level: featureLevel, distinct: distinct)
    }

    /// Finds the tokens and sentences of a text.
    ///
    /// - Parameters:
    ///   - bytes: The text, as for ``analyze(_:into:)``.
    ///   - text: Where the text and its tokens are written.
    ///   - sentences: Where the sentences are written.
    /// - Complexity: O(*n*) in the length of the text; no allocation once the buffers have grown.
    public func segment(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: inout TokenizedText, sentences: inout [TextSpan]
    ) {
        cutter.cut(bytes, into: &text, sentences: &sentences)
    }
}
