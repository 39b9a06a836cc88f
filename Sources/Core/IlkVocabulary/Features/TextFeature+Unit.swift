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

    private static let units: [FeatureUnit] = allCases.map { counted[$0] ?? ($0.isCount ? .times : .percent) }

    /// The units of all but parts of a whole and of what is counted in times.
    private static let counted: [TextFeature: FeatureUnit] = [
        .characterCount: .characters,
        .meanWordLength: .characters,
        .wordLengthDeviation: .characters,
        .meanLineLength: .characters,
        .lineLengthDeviation: .characters,
        .longestLineLength: .characters,
        .meanIndentation: .characters,
        .wordCount: .words,
        .meanSentenceLength: .words,
        .elongationCount: .words,
        .meanParagraphLength: .words,
        .lowercasePronounCount: .words,
        .missingApostropheCount: .words,
        .sentenceLengthDeviation: .words,
        .sentenceCount: .sentences,
        .lineCount: .lines,
        .headerLineCount: .lines,
        .quotedLineCount: .lines,
        .attributionCount: .lines,
        .paragraphCount: .paragraphs,
        .syllablesPerWord: .syllables,
        .scriptCount: .scripts,
        .fleschReadingEase: .points,
        .greeting: .flag,
        .closing: .flag,
        .signature: .flag,
        .lowercaseStart: .flag,
        .questionWordStart: .flag,
        .finalStop: .flag,
        .unpunctuated: .flag,
        .subjectPrefix: .flag,
        .greetingStart: .flag,
        .addresseeStart: .flag,
        .verbless: .flag,
    ]
}
