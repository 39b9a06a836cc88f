import IlkVocabulary

/// The features that only some ask for.
extension FeatureSurvey {
    /// Measures what ``measure(_:distinct:)`` has left out of a text that it has measured.
    package static func complete(_ analysis: inout TextAnalysis) {
        var features = TextFeatures.none
        let totals = analysis.wordTotals
        swap(&features, &analysis.features)
        SurveyedText.with(analysis) { text in
            analysis.wordClasses.withUnsafeBufferPointer { classes in
                features.withUnsafeMutableValues { complete(text, classes, totals, FeatureValues($0)) }
            }
        }
        features[.formalityScore] = Formality.score(analysis).value
        writeScripts(analysis, &features)
        let guess = LanguageGuesser.standard.guess(analysis)
        features.language = guess.language?.code
        features[.languageConfidence] = guess.confidence
        swap(&features, &analysis.features)
        analysis.featureLevel = .all
    }

    private static func complete(
        _ text: SurveyedText, _ classes: UnsafeBufferPointer<WordClass>, _ totals: WordTotals,
        _ features: FeatureValues
    ) {
        var words = RequestedWords()
        var lines = RequestedLines()
        words.survey(text, classes, totals)
        lines.survey(text)
        let all = text.words.count
        features[.sentenceLengthDeviation] = totals.sentenceLengthDeviation(
            words: all, sentences: text.sentences.count)
        features[.syllablesPerWord] = ratio(words.syllables, all)
        features[.fleschReadingEase] =
            all == 0
            ? 0
            : Readability.fleschReadingEase(
                wordsPerSentence: features[.meanSentenceLength], syllablesPerWord: features[.syllablesPerWord]
            )
        features[.dateCount] = Double(words.dates)
        features[.timestampLineRatio] = ratio(lines.timestamps, lines.lines)
        features[.verbless] = all > 0 && !totals.hasVerb ? 1 : 0
        features[.contentWordRatio] = ratio(totals.content, all)
        features[.camelCaseRatio] = ratio(totals.camelCase, all)
        features[.snakeCaseRatio] = ratio(totals.snakeCase, all)
        features[.braceLineEndRatio] = ratio(lines.braceEnds, lines.lines)
        features[.semicolonLineEndRatio] = ratio(lines.semicolonEnds, lines.lines)
        features[.meanIndentation] = ratio(lines.indentation, lines.lines)
    }

    private static let properScripts = WritingScript.allCases.filter(\.isProper)

    private static func writeScripts(_ analysis: borrowing TextAnalysis, _ features: inout TextFeatures) {
        features.scripts.removeAll(keepingCapacity: true)
        if analysis.isASCII {
            if analysis.bytes.contains(where: Marks.isLetter) {
                features.scripts.append(ScriptShare(code: WritingScript.latin.code, share: 1))
            }
        } else {
            let histogram = analysis.bytes.withUnsafeBufferPointer { ScriptHistogram(utf8: $0) }
            let letters = histogram.letters
            // A list of all cases would be made anew for each text.
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
