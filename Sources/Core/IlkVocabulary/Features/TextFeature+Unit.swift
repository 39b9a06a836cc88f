extension TextFeature {
    /// The unit of the feature's value.
    public var unit: FeatureUnit { Self.units[rawValue] }

    /// The smallest and the largest possible value. An infinite bound means that the value has no limit.
    public var range: ClosedRange<Double> {
        switch self {
        case .fleschReadingEase: return -.infinity...206.835
        case _ where unit == .percent || unit == .flag: return 0...1
        default: return 0 ... .infinity
        }
    }

    /// `true` if the value is an integer: a count, a length or a flag.
    public var isInteger: Bool { isCount || unit == .flag || self == .longestLineLength }

    private static let units: [FeatureUnit] = allCases.map { feature in
        counted.first { $0.features.contains(feature) }?.unit ?? (feature.isCount ? .times : .percent)
    }

    /// The units of the features that are neither ratios nor counted in occurrences.
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
        (.points, [.fleschReadingEase, .lix, .rix]),
        (
            .flag,
            [
                .greeting, .closing, .signature, .lowercaseStart, .questionWordStart, .finalStop,
                .unpunctuated, .subjectPrefix, .greetingStart, .addresseeStart, .verbless,
            ]
        ),
    ]
}
