import IlkVocabulary

extension ReferenceSurvey {
    /// Extends the span of the last paragraph to the end of a line.
    mutating func lengthenParagraph(to line: Line) {
        guard let last = spans(.paragraphCount).last else { return }
        replaceLast(.paragraphCount, last.lowerBound..<line.range.upperBound)
    }

    mutating func surveyScripts(_ analysis: AnalyzedText) {
        scripts = analysis.bytes.withUnsafeBufferPointer { ScriptHistogram(utf8: $0) }
    }

    func source(of feature: TextFeature, _ analysis: AnalyzedText) -> FeatureSource {
        let (value, formula) = result(of: feature, analysis.features)
        return FeatureSource(feature: feature, value: value, formula: formula, spans: spans(feature))
    }

    private typealias Result = (Double, FeatureSource.Formula)

    private func result(of feature: TextFeature, _ features: TextFeatures) -> Result {
        if feature.isCount { return countResult(feature) }
        if let unit = Self.unitOfRatio(feature) { return ratio(count(feature), .places, over: unit) }
        return lengthResult(feature) ?? otherResult(feature, features)
    }

    private func countResult(_ feature: TextFeature) -> Result {
        switch feature {
        case .characterCount: (Double(characters), .count)
        case .scriptCount: (Double(scripts.entries.count { $0.script.isProper }), .count)
        default: (Double(count(feature)), .count)
        }
    }

    /// Returns the unit of the denominator of a ratio, or `nil` if the feature is not a ratio of spans.
    private static func unitOfRatio(_ feature: TextFeature) -> FeatureSource.Unit? {
        switch feature {
        case .uppercaseRatio: .letters
        case .digitRatio, .punctuationRatio, .symbolRatio: .visibleCharacters
        case .whitespaceRatio, .nonASCIIRatio: .characters
        case .uncapitalizedSentenceRatio: .sentences
        case .blankLineRatio: .allLines
        case .dominantScriptRatio, .formalityScore: nil
        default:
            feature.name.hasSuffix("LineRatio") || feature.name.hasSuffix("LineEndRatio")
                ? .lines : feature.name.hasSuffix("Ratio") ? .words : nil
        }
    }

    private func lengthResult(_ feature: TextFeature) -> Result? {
        switch feature {
        case .meanWordLength: mean(words, .characters, over: .words)
        case .meanLineLength: mean(lines, .characters, over: .lines)
        case .meanSentenceLength: ratio(words.count, .words, over: .sentences)
        case .meanParagraphLength: ratio(words.count, .words, over: .paragraphs)
        case .meanIndentation: ratio(indentation, .characters, over: .lines)
        case .syllablesPerWord: ratio(syllables, .syllables, over: .words)
        case .rix: ratio(count(.rix), .longWords, over: .sentences)
        case .wordLengthDeviation: deviation(words, .words)
        case .lineLengthDeviation: deviation(lines, .lines)
        case .sentenceLengthDeviation: deviation(sentences, .sentences)
        case .longestLineLength: (Double(count(feature)), .greatest)
        default: nil
        }
    }

    private func otherResult(_ feature: TextFeature, _ features: TextFeatures) -> Result {
        switch feature {
        case .lexicalDiversity:
            let (value, formula) = ratio(count(feature), .distinctWords, over: .words)
            return (words.count == 0 ? 1 : value, formula)
        case .unpunctuated: return (marks == 0 ? 1 : 0, .flag)
        case .dominantScriptRatio:
            let shares = scripts.entries.filter { $0.script.isProper }
            return ratio(shares.map(\.count).max() ?? 0, .letters, whole: scripts.letters)
        case .fleschReadingEase: return readingEase
        case .lix:
            let length = ratio(words.count, .words, over: .sentences).0
            let share = ratio(count(.rix), .longWords, over: .words).0
            return (
                Readability.lix(wordsPerSentence: length, longWordShare: share),
                .lix(wordsPerSentence: length, longWordShare: share)
            )
        case .formalityScore:
            return (formality?.score.value ?? 0.5, formality.map { .formality($0) } ?? .model)
        case .languageConfidence: return (features[feature], .model)
        default: return (Double(min(1, count(feature))), .flag)
        }
    }

    private var readingEase: Result {
        let length = ratio(words.count, .words, over: .sentences).0
        let syllables = ratio(syllables, .syllables, over: .words).0
        let value = Readability.fleschReadingEase(wordsPerSentence: length, syllablesPerWord: syllables)
        return (
            words.count == 0 ? 0 : value, .readingEase(wordsPerSentence: length, syllablesPerWord: syllables)
        )
    }

    private func mean(_ lengths: Lengths, _ part: FeatureSource.Unit, over unit: FeatureSource.Unit) -> Result
    {
        (lengths.mean, .ratio(part: Double(lengths.sum), of: part, whole: Double(lengths.count), over: unit))
    }

    private func deviation(_ lengths: Lengths, _ unit: FeatureSource.Unit) -> Result {
        let squares = Double(lengths.squares)
        return (
            lengths.deviation,
            .deviation(of: unit, count: Double(lengths.count), mean: lengths.mean, squares: squares)
        )
    }

    private func ratio(_ part: Int, _ of: FeatureSource.Unit, over unit: FeatureSource.Unit) -> Result {
        ratio(part, of, whole: whole(unit), over: unit)
    }

    /// Returns a ratio. A ratio of spans is limited to 1, because spans may overlap.
    private func ratio(
        _ part: Int, _ of: FeatureSource.Unit, whole: Int, over unit: FeatureSource.Unit = .letters
    ) -> Result {
        let value = whole == 0 ? 0 : Double(part) / Double(whole)
        return (
            of == .places ? min(1, value) : value,
            .ratio(part: Double(part), of: of, whole: Double(whole), over: unit)
        )
    }

    private func whole(_ unit: FeatureSource.Unit) -> Int {
        switch unit {
        case .characters: characters
        case .visibleCharacters: visible
        case .letters: letters
        case .words, .distinctWords: words.count
        case .longWords: count(.rix)
        case .sentences: count(.sentenceCount)
        case .lines: lines.count
        case .allLines: lines.count + blankLines
        case .paragraphs: count(.paragraphCount)
        case .syllables: syllables
        case .places: 0
        }
    }
}
