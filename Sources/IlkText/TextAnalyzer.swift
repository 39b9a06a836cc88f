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
    private let units = PlainUnits()
    /// Whether the break rules are those that plain units are cut by.
    private let cutsPlainly: Bool

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
        cutsPlainly = cutter.cutsPlainly
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
        take(bytes, into: &analysis)
        analyze(&analysis)
    }

    /// Takes a text without looking at more than whether it is UTF-8: its bytes and flags. All else of the analysis is
    /// that of an earlier text until ``analyze(_:)``.
    ///
    /// - Parameters:
    ///   - bytes: The text, as for ``analyze(_:into:)``.
    ///   - analysis: Where the bytes go.
    public func take(_ bytes: UnsafeBufferPointer<UInt8>, into analysis: inout TextAnalysis) {
        analysis.take(bytes)
    }

    /// The words, numbers and marks at the beginning of a text, where that is plain ASCII: for classifiers that read nothing
    /// else. The text need not be taken.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - reach: What begins at this byte or behind it is left out.
    ///   - marks: Whether marks are wanted.
    /// - Returns: The units, valid until the analyzer is used again; nil where the text is not plain.
    /// - Complexity: Linear in the reach.
    public func plainUnits(of text: UnsafeBufferPointer<UInt8>, reach: Int, marks: Bool) -> PlainUnits? {
        guard cutsPlainly, text.count <= TextAnalysis.byteLimit,
            units.read(text, reach: reach, marks: marks)
        else { return nil }
        return units
    }

    /// The same for a text of ASCII that is plain but for some stretches between blanks, as addresses and tags: of these the
    /// tokens are found.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - reach: What begins at this byte or behind it is left out.
    ///   - marks: Whether marks are wanted.
    ///   - strange: Where the tokens of the other stretches go, with their bytes, an LF behind each stretch. All else of it is
    ///     that of an earlier text.
    /// - Returns: The units of the plain stretches, by their places in the text; nil where it cannot be read like that.
    /// - Complexity: Linear in the reach.
    public func partedUnits(
        of text: UnsafeBufferPointer<UInt8>, reach: Int, marks: Bool, strange: inout TextAnalysis
    ) -> PlainUnits? {
        guard cutsPlainly, text.count <= TextAnalysis.byteLimit,
            units.readParted(text, reach: reach, marks: marks)
        else { return nil }
        strange.take(units.strange)
        cutter.cutTokens(&strange, reach: .max)
        return units
    }

    /// Finds the tokens at the beginning of a text whose bytes were taken, with normal forms and hashes: for classifiers that
    /// read nothing else. All else of the analysis is that of an earlier text until ``analyze(_:)``.
    ///
    /// - Parameters:
    ///   - analysis: The text.
    ///   - reach: The tokens that begin before this byte are found, and perhaps some more.
    /// - Complexity: Linear in the reach, but for texts that are long without a blank.
    public func findTokens(of analysis: inout TextAnalysis, reach: Int) {
        cutter.cutTokens(&analysis, reach: reach)
    }

    /// Takes a text apart whose bytes were taken.
    ///
    /// - Complexity: Linear in the number of bytes.
    public func analyze(_ analysis: inout TextAnalysis) {
        cutter.cut(&analysis)
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
