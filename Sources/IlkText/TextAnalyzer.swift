import CICU

/// Takes texts apart: words and sentences by UAX #29 as ICU cuts them, normal forms, lines and features.
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
        cutter.cut(bytes, into: &analysis)
        analysis.splitLines()
        FeatureSurvey.measure(&analysis, distinct: distinct)
        if featureLevel == .all { FeatureSurvey.complete(&analysis) }
    }

    /// Measures of a text that was taken apart what has not been measured yet, so that its features are all there.
    public func complete(_ analysis: inout TextAnalysis) {
        if analysis.featureLevel != .all { FeatureSurvey.complete(&analysis) }
    }

    /// Finds tokens, with normal forms and hashes, and sentences, and nothing else: lines and features stay those of
    /// an earlier text.
    ///
    /// - Parameters:
    ///   - bytes: The text, as for ``analyze(_:into:)``.
    ///   - analysis: Where the result goes.
    /// - Complexity: Linear in the number of bytes.
    public func segment(_ bytes: UnsafeBufferPointer<UInt8>, into analysis: inout TextAnalysis) {
        cutter.cut(bytes, into: &analysis)
    }
}
