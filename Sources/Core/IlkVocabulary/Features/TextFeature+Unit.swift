extension TextFeature {
    /// What its value is counted in.
    public var unit: FeatureUnit { Self.units[rawValue] }

    /// The least and the greatest value that it can have; infinity where there is no such.
    public var range: ClosedRange<Double> {
        switch self {
        case .fleschReadingEase: return -.infinity...206.835
        case _ where unit == .percent || unit == .flag: return 0...1
        default: return 0 ... .infinity
        }
    }

    /// Whether its value is a whole number: a count, or 0 or 1.
    public var isWhole: Bool { isCount || unit == .flag || self == .longestLineLength }

    private static let units: [FeatureUnit] = allCases.map { feature in
        counted.first { $0.features.contains(feature) }?.unit ?? (feature.isCount ? .times : .percent)
    }

    /// The units of all but parts of a whole and of what is counted in times.
    private static let counted: [(unit: FeatureUnit, features: [TextFeature])] = [
        (
            .characters,
            [
                .characterCount, .meanWordLength, .wordLengthDeviation, .meanLineLength, .lineLengthDeviation,
                .longestLineLength, .meanIndentation,
            ]
        ),
        (
            .words,
            [
                .wordCount, .meanSentenceLength, .elongationCount, .meanParagraphLength,
                .lowercasePronounCount, .missingApostropheCount, .sentenceLengthDeviation,
            ]
        ),
        (.sentences, [.sentenceCount]),
        (.lines, [.lineCount, .headerLineCount, .quotedLineCount, .attributionCount]),
        (.paragraphs, [.paragraphCount]),
        (.syllables, [.syllablesPerWord]),
        (.scripts, [.scriptCount]),
        (.points, [.fleschReadingEase]),
        (
            .flag,
            [
                .greeting, .closing, .signature, .lowercaseStart, .questionWordStart, .finalStop,
                .unpunctuated, .subjectPrefix, .greetingStart, .addresseeStart, .verbless,
            ]
        ),
    ]
}
