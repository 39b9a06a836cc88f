import CICU
public import IlkVocabulary

/// Analyzes texts: words and sentences (UAX #29, identical to ICU's), normal forms, lines and features.
///
/// Reuse an analyzer for many texts. An analyzer does not allocate memory once its buffers are large enough
/// for the longest text. Not thread-safe.
public final class TextAnalyzer {
    /// The version of the ICU library, such as `72.1`.
    public static var icuVersion: String { String(cString: ilk_icu_version()) }

    private let cutter: TextTokenizer<VectorReader>
    private let distinct = HashSet()

    /// The set of features measured for each text.
    public let featureLevel: FeatureLevel

    /// Creates an analyzer with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - locale: The ICU name of the locale.
    ///   - featureLevel: The set of features to measure.
    ///   - rules: `tailored` to use ICU's tailoring for the locale, `plain` to ignore the locale.
    ///   - suppressingAbbreviations: `true` to not end a sentence after an abbreviation that ICU's data for
    ///     the locale contain (CLDR's standard suppressions). In this case, ICU's iterator splits the
    ///     sentences, which is slower.
    /// - Throws: ``TextError`` if ICU cannot load the break rules.
    public init(
        locale: String = "en", measuring featureLevel: FeatureLevel = .all,
        rules: SegmentationRules = .tailored,
        suppressingAbbreviations: Bool = false
    ) throws(TextError) {
        self.featureLevel = featureLevel
        cutter = try TextTokenizer(locale: locale, rules: rules, suppresses: suppressingAbbreviations)
    }

    /// Analyzes a string.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - result: The result, which replaces the previous content.
    /// - Complexity: O(*n*) in the length of the text. Does not allocate memory once the buffers are large
    ///   enough.
    public func analyze(_ text: String, into result: inout AnalyzedText) {
        var text = text
        text.withUTF8 { analyze($0, into: &result) }
    }

    /// Analyzes a text in UTF-8 and finds its tokens, sentences, lines and features.
    ///
    /// - Parameters:
    ///   - bytes: The text. Invalid UTF-8 is replaced by U+FFFD, and the result is flagged as repaired. Bytes
    ///     after the first 2^31 - 2 are ignored, and the result is flagged as truncated.
    ///   - result: The result, which replaces the previous content.
    /// - Complexity: O(*n*) in the length of the text. Does not allocate memory once the buffers are large
    ///   enough.
    public func analyze(_ bytes: UnsafeBufferPointer<UInt8>, into result: inout AnalyzedText) {
        var sentences: [TextSpan] = []
        swap(&sentences, &result.sentences)
        cutter.cut(bytes, into: &result.tokenized, sentences: &sentences)
        swap(&sentences, &result.sentences)
        result.splitLines()
        FeatureSurvey.measure(&result, level: featureLevel, distinct: distinct)
    }

    /// Finds the tokens and sentences of a text, without lines and features.
    ///
    /// - Parameters:
    ///   - bytes: The text, as for ``analyze(_:into:)``.
    ///   - text: The text and its tokens, which replace the previous content.
    ///   - sentences: The sentences, which replace the previous content.
    /// - Complexity: O(*n*) in the length of the text. Does not allocate memory once the buffers are large
    ///   enough.
    public func segment(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: inout TokenizedText, sentences: inout [TextSpan]
    ) {
        cutter.cut(bytes, into: &text, sentences: &sentences)
    }
}
