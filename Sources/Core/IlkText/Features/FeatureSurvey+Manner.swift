import IlkVocabulary

/// Formality, scripts and language.
extension FeatureSurvey {
    static func measureStyle(of text: borrowing AnalyzedText, _ features: inout TextFeatures) {
        features[.formalityScore] = Formality.score(text).value
        writeScripts(text.tokenized, &features)
        let guess = LanguageGuesser.standard.guess(text.tokenized)
        features.language = guess.language?.code
        features[.languageConfidence] = guess.confidence
    }

    private static let properScripts = WritingScript.allCases.filter(\.isProper)

    private static func writeScripts(_ text: borrowing TokenizedText, _ features: inout TextFeatures) {
        features.scripts.removeAll(keepingCapacity: true)
        if text.isASCII {
            if text.bytes.contains(where: \.isASCIILetter) {
                features.scripts.append(ScriptShare(code: WritingScript.latin.code, share: 1))
            }
        } else {
            let histogram = text.bytes.withUnsafeBufferPointer { ScriptHistogram(utf8: $0) }
            let letters = histogram.letters
            // `properScripts` is a constant because `allCases` would be built again for each text.
            for script in properScripts where histogram[script] > 0 {
                features.scripts.append(
                    ScriptShare(code: script.code, share: ratio(histogram[script], letters)))
            }
            features.scripts.sort { $0.isBefore($1) }
        }
        features[.scriptCount] = Double(features.scripts.count)
        features[.dominantScriptRatio] = features.scripts.first?.share ?? 0
    }
}
