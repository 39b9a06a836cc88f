import Glibc
import IlkVocabulary

/// Computes the formality of a text as the logistic function of a weighted sum of features. The contribution
/// of each feature can be listed.
///
/// Formal texts have long words, many nouns and full forms. Informal texts have personal pronouns,
/// contractions, abbreviations, words in capitals and elongated words. Heylighen and Dewaele (1999) measure
/// formality by parts of speech. Features were selected for their causal relation to formality, and the sign
/// of each weight was fixed before fitting. The weights are fitted to sentences rated by people
/// (`docs/explanation/formality.md`). The weighted sum, called the logit, is the expected rating on the
/// raters' scale from -3 to 3.
public enum Formality {
    /// The maximum number of bytes that are read, from the beginning of a text. This is enough for some
    /// thousand words.
    public static let maximumLength = 16_384

    /// Computes the formality of a text.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text. Its feature values are not read.
    ///   - language: The language of the text as a tag such as `en`, `en-GB` or `de`, or `nil` if the
    ///     language is unknown. In that case, function words and the script decide whether the text is
    ///     English.
    /// - Returns: The score. If the text is not English or has no words, the value is 0.5 and the basis
    ///   states the reason.
    /// - Complexity: O(*n*) in the number of tokens, up to ``maximumLength`` bytes. Does not allocate.
    public static func score(_ analysis: borrowing AnalyzedText, language: String? = nil) -> FormalityScore {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: FormalityFeature.count) { counts in
            counts.initialize(repeating: 0)
            return AnalyzedText.View.withMemory(of: analysis) { view in
                var walk = FormalityWalk(sink: FormalityTally(counts: counts))
                walk.walk(view)
                let basis = basis(walk, language)
                guard basis == .english else { return FormalityScore(value: 0.5, basis: basis) }
                let measures = FormalityMeasures(words: walk.words, sentences: walk.sentences)
                return FormalityScore(value: logistic(measures.logit(counts)), basis: basis)
            }
        }
    }

    /// Computes the formality of a text with all contributions.
    ///
    /// ``score(_:language:)`` returns the same score faster, without contributions.
    ///
    /// - Parameters:
    ///   - analysis: The analyzed text.
    ///   - language: The language of the text as a tag, or `nil` if the language is unknown.
    /// - Returns: The contributions with their spans, in a fixed order. The sum of the contributions in this
    ///   order is exactly the logit.
    /// - Complexity: O(*n*) in the number of tokens, up to ``maximumLength`` bytes.
    public static func explain(
        _ analysis: borrowing AnalyzedText, language: String? = nil
    ) -> FormalityExplanation {
        var walk = FormalityWalk(sink: FormalityTrace())
        AnalyzedText.View.withMemory(of: analysis) { walk.walk($0) }
        let basis = basis(walk, language)
        guard basis == .english else {
            return FormalityExplanation(
                score: FormalityScore(value: 0.5, basis: basis), logit: 0, contributions: [])
        }
        let measures = FormalityMeasures(words: walk.words, sentences: walk.sentences)
        var contributions = [FormalityContribution.base]
        for feature in FormalityFeature.allCases {
            let row = FormalityWeights.rows[feature.rawValue]
            let count = walk.sink.counts[feature.rawValue]
            let value = measures.value(feature.rawValue, count, halfway: row.halfway)
            guard row.weight != 0, value != 0 else { continue }
            contributions.append(
                FormalityContribution(
                    name: feature.name, summary: feature.summary, count: Int(count), value: value,
                    weight: row.weight, spans: walk.sink.spans[feature.rawValue]))
        }
        let logit = contributions.reduce(0) { $0 + $1.logit }
        return FormalityExplanation(
            score: FormalityScore(value: logistic(logit), basis: basis), logit: logit,
            contributions: contributions)
    }

    private static func logistic(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }

    /// Determines whether the score is meaningful for a text.
    ///
    /// If no language is given, a text is not considered English in three cases. First, half of its words are
    /// in another script. Second, it has at least two function words of other languages, and their number is
    /// more than a third of the number of known English words. Third, it has at least six words, and less
    /// than an eighth of them are known.
    private static func basis<Sink>(_ walk: FormalityWalk<Sink>, _ language: String?) -> FormalityBasis {
        if walk.words == 0 { return .noWords }
        if let language { return isEnglish(language) ? .english : .otherLanguage }
        if walk.otherScript * 2 >= walk.words { return .otherLanguage }
        if walk.foreign > 1, walk.foreign * 3 > walk.known { return .otherLanguage }
        if walk.words >= 6, walk.known * 8 < walk.words { return .otherLanguage }
        return .english
    }

    private static func isEnglish(_ tag: String) -> Bool {
        let primary = tag.utf8.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        // Tags ignore case. The bit 0x20 maps an ASCII capital to its small letter.
        return primary.elementsEqual("en".utf8) { $0 | 0x20 == $1 }
    }
}
