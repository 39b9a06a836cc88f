import Glibc
import IlkVocabulary

/// How formal the manner of a text is: a logistic of weighted features that can be listed one by one.
///
/// Formal texts take long words, nouns and full forms; informal ones speak of me and you, contract, abbreviate, shout
/// and stretch (Heylighen and Dewaele 1999 measure the same by parts of speech). What is counted was chosen by what
/// causes formality, and which sign a weight may have was set before fitting; the weights are fitted on sentences
/// rated by people (`docs/formality.md`). The logit is the rating that is expected, on their scale from -3 to 3.
public enum Formality {
    /// How many bytes at the beginning of a text are read: some thousand words, after which the manner is known.
    public static let reach = 16_384

    /// The score of a text.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart. Its measured features are not read.
    ///   - language: The language of the text as a tag (`en`, `en-GB`, `de`), when it is known. Without it the function
    ///     words and the script decide.
    /// - Returns: The score; 0.5 with the reason when the language is not English or there are no words.
    /// - Complexity: Linear in the number of tokens up to ``reach``, constant from there on; allocates nothing.
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

    /// The score of a text with everything that makes it up.
    ///
    /// Costs more than ``score(_:language:)``, which gives the same value: for people to look at.
    ///
    /// - Parameters:
    ///   - analysis: The text, taken apart.
    ///   - language: The language of the text as a tag, when it is known.
    /// - Returns: The contributions with their spans, in a fixed order. Their values, added from the first to the last,
    ///   are the logit bit for bit.
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

    /// 1 / (1 + e^-x).
    private static func logistic(_ logit: Double) -> Double { 1 / (1 + exp(-logit)) }

    /// Whether the score means anything for the text, by what the walk over it found.
    ///
    /// Without a language: not when half the words are of another script than the Latin one; not when function words
    /// of other languages, two and more of them, are more than a third of the English words that are known; and not
    /// when of six words and more hardly one is known.
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
        return primary.elementsEqual("en".utf8) || primary.elementsEqual("EN".utf8)
    }
}
