import IlkVocabulary

/// Measures the features of ``FeatureLevel/all`` that the first passes do not write.
struct RequestedFeatures {
    let text: AnalyzedText.View
    let features: FeatureValues

    private static let ratios: [TextFeature] = [
        .timestampLineRatio, .braceLineEndRatio, .semicolonLineEndRatio, .meanIndentation,
    ]

    func measure(_ words: WordSurvey) {
        surveyLines()
        var (syllables, long) = (0, 0)
        for place in text.words.indices {
            let token = text.token(ofWord: place)
            syllables &+= Readability.syllables(text.folded, token.foldedRange)
            if Readability.isLong(token) { long &+= 1 }
        }
        let hasVerb = words.count(of: .auxiliary) + words.count(of: .contraction) > 0
        let content = words.words - words.count(of: .function) - words.numbers
        features[.sentenceLengthDeviation] = words.sentences.deviation
        features[.syllablesPerWord] = FeatureSurvey.ratio(syllables, words.words)
        features[.fleschReadingEase] =
            words.words == 0
            ? 0
            : Readability.fleschReadingEase(
                wordsPerSentence: features[.meanSentenceLength], syllablesPerWord: features[.syllablesPerWord]
            )
        features[.rix] = FeatureSurvey.ratio(long, Int(features[.sentenceCount]))
        features[.lix] = Readability.lix(
            wordsPerSentence: features[.meanSentenceLength],
            longWordShare: FeatureSurvey.ratio(long, words.words))
        features.set(.verbless, words.words > 0 && !hasVerb)
        features[.contentWordRatio] = FeatureSurvey.ratio(content, words.words)
        features[.camelCaseRatio] = FeatureSurvey.ratio(words.count(of: .camelCase), words.words)
        features[.snakeCaseRatio] = FeatureSurvey.ratio(words.count(of: .snakeCase), words.words)
        if words.count(of: .digit) + words.count(of: .month) > 0 { countDates() }
    }

    private func surveyLines() {
        for span in text.lines {
            guard let line = Line(text.bytes, span) else { continue }
            features[.meanIndentation] += Double(line.indentation)
            if line.endsWithBrace { features.count(.braceLineEndRatio) }
            if line.endsWithSemicolon { features.count(.semicolonLineEndRatio) }
            if line.isTimestamped { features.count(.timestampLineRatio) }
        }
        features.divide(Self.ratios, by: Int(features[.lineCount]))
    }

    private func countDates() {
        var dateEnd = 0
        for place in text.words.indices {
            let token = text.token(ofWord: place)
            if token.shape.contains(.hasDigit), Int(token.lowerBound) >= dateEnd {
                dateEnd = dateInDigits(token) ?? 0
                if dateEnd > 0 { features.count(.dateCount) }
            }
            if text.wordClasses[place].contains(.month), MonthNames.isDate(place, text) {
                features.count(.dateCount)
            }
        }
    }

    /// Returns the end of the date in digits that begins with a word, or `nil`.
    private func dateInDigits(_ token: Token) -> Int? {
        let start = Int(token.lowerBound)
        // After such a mark, the word is not the beginning of the number.
        if "-/.".utf8.contains(Marks.byte(text.bytes, start - 1)) { return nil }
        return Dates.end(text.bytes, at: start)
    }
}
