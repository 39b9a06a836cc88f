import IlkText
import IlkVocabulary

/// A numeric style feature whose value is divided into ranges. Each text has exactly one feature for it,
/// named `signal=range`.
struct ShapeSignal: Sendable {
    let name: String
    /// The upper bounds of all ranges except the last. Zero is a separate range before them.
    let cuts: [Double]
    let measure: Measure

    enum Measure: Sendable {
        /// The value of a text feature.
        case feature(Int)
        /// A count per word.
        case perWord(Int)
        /// The value of a text feature, for texts with more than one line.
        case ofLines(Int)
        /// A computed value, or `nil` if the text is too short for it to be meaningful.
        case other(@Sendable (AnalyzedText.View) -> Double?)
    }

    private init(_ name: String, _ cuts: [Double], measure: Measure) {
        self.name = name
        self.cuts = cuts
        self.measure = measure
    }

    init(_ name: String, _ cuts: [Double], _ value: @escaping @Sendable (AnalyzedText.View) -> Double?) {
        self.init(name, cuts, measure: .other(value))
    }

    init(_ feature: TextFeature, _ cuts: [Double]) {
        self.init(feature.name, cuts, measure: .feature(feature.rawValue))
    }

    init(_ feature: TextFeature, perWord cuts: [Double]) {
        self.init(feature.name + "PerWord", cuts, measure: .perWord(feature.rawValue))
    }

    /// Creates a style feature that applies to texts with more than one line.
    init(lines feature: TextFeature, _ cuts: [Double]) {
        self.init(feature.name, cuts, measure: .ofLines(feature.rawValue))
    }

    /// Returns the stable id of a range, such as `lineCount:2..3`.
    func id(range: Int) -> String { "\(name):\(ValueRange(at: range, of: cuts).id)" }
}

extension ShapeSignal {
    /// The version of the list of style features and their ranges. Only a program with an equal version can
    /// read a model.
    static let version = 2

    static let all: [ShapeSignal] =
        size + characters + marks + things + mail + chat + speech + code + document

    private static let size: [ShapeSignal] = [
        ShapeSignal(.wordCount, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 60, 100, 150, 250]),
        ShapeSignal(.lineCount, [1, 2, 3, 5, 9, 16, 30]),
        ShapeSignal(lines: .meanLineLength, [20, 35, 50, 65, 80, 150, 300]),
        ShapeSignal(lines: .longestLineLength, [40, 72, 80, 120, 250]),
        ShapeSignal(lines: .blankLineRatio, [0.1, 0.25, 0.4]),
        ShapeSignal(lines: .wrappedLineRatio, [0.2, 0.4, 0.6]),
        ShapeSignal(.sentenceCount, [1, 2, 3, 4, 6, 10]),
        ShapeSignal(.meanSentenceLength, [3, 5, 8, 12, 16, 20, 25, 32]),
        ShapeSignal(.meanWordLength, [3.2, 3.6, 4, 4.4, 4.8, 5.3, 6, 7]),
        ShapeSignal("lexicalDiversity", [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99]) {
            $0[.wordCount] > 10 ? $0[.lexicalDiversity] : nil
        },
        ShapeSignal("meanParagraphLength", [15, 30, 60, 120]) {
            $0[.wordCount] > 25 ? $0[.meanParagraphLength] : nil
        },
    ]

    private static let characters: [ShapeSignal] = [
        ShapeSignal(.uppercaseRatio, [0.02, 0.05, 0.1, 0.2, 0.5]),
        ShapeSignal(.digitRatio, [0.01, 0.03, 0.07, 0.15]),
        ShapeSignal(.punctuationRatio, [0.015, 0.03, 0.05, 0.08, 0.12]),
        ShapeSignal(.symbolRatio, [0.005, 0.01, 0.02, 0.04, 0.07, 0.11]),
        ShapeSignal(.whitespaceRatio, [0.1, 0.15, 0.18, 0.21, 0.25, 0.35]),
        ShapeSignal(.nonASCIIRatio, [0.02, 0.2, 0.6]),
        ShapeSignal(.unpunctuated, []),
    ]

    private static let marks: [ShapeSignal] = [
        ShapeSignal(.questionMarkCount, [1]),
        ShapeSignal(.exclamationMarkCount, perWord: [0.03, 0.08, 0.2]),
        ShapeSignal(.repeatedMarkCount, [1]),
        ShapeSignal(.ellipsisCount, [1]),
        ShapeSignal(.commaCount, perWord: [0.02, 0.04, 0.07, 0.1]),
        ShapeSignal(.dashCount, [1]),
        ShapeSignal(.quotationMarkCount, [1, 2]),
        ShapeSignal(.parenthesisCount, [1]),
        ShapeSignal(.curlyQuoteCount, []),
        ShapeSignal(.spacedMarkCount, [1]),
        ShapeSignal(.tightMarkCount, [1]),
        ShapeSignal("sentencesPerWord", [0.03, 0.05, 0.08, 0.12, 0.2]) {
            $0[.sentenceCount] / max(1, $0[.wordCount])
        },
    ]

    private static let things: [ShapeSignal] = [
        ShapeSignal(.urlCount, [1]), ShapeSignal(.emailAddressCount, [1]), ShapeSignal(.mentionCount, [1]),
        ShapeSignal(.hashtagCount, [1, 2]), ShapeSignal(.emojiCount, [1]), ShapeSignal(.emoticonCount, [1]),
        ShapeSignal(.timeCount, [1]), ShapeSignal(.moneyCount, []), ShapeSignal(.yearCount, []),
        ShapeSignal(.phoneCount, []), ShapeSignal(.pathCount, [1]),
        ShapeSignal(.numberWordRatio, [0.05, 0.15, 0.4]),
    ]

    private static let mail: [ShapeSignal] = [
        ShapeSignal(.headerLineCount, [1, 2]),
        ShapeSignal("quotedLineRatio", [0.15, 0.5]) { $0[.quotedLineCount] / max(1, $0[.lineCount]) },
        ShapeSignal(.greeting, []), ShapeSignal(.closing, []), ShapeSignal(.signature, []),
        ShapeSignal(.greetingStart, []), ShapeSignal(.attributionCount, []), ShapeSignal(.subjectPrefix, []),
        ShapeSignal(lines: .keyValueLineRatio, [0.1, 0.3, 0.6]),
    ]

    private static let chat: [ShapeSignal] = [
        ShapeSignal(.chatWordRatio, [0.03, 0.08, 0.2]), ShapeSignal(.elongationCount, [1]),
        ShapeSignal(.speakerLineRatio, [0.3, 0.6]), ShapeSignal(.addresseeStart, []),
        ShapeSignal(.lowercaseStart, []), ShapeSignal(.uncapitalizedSentenceRatio, [0.3, 0.99]),
        ShapeSignal(.lowercasePronounCount, []), ShapeSignal(.missingApostropheCount, []),
        ShapeSignal(.finalStop, []), ShapeSignal(.questionWordStart, []),
    ]

    private static let speech: [ShapeSignal] = [
        ShapeSignal(.functionWordRatio, [0.15, 0.3, 0.4, 0.5, 0.6]),
        ShapeSignal(.firstPersonRatio, [0.03, 0.07, 0.12, 0.2]),
        ShapeSignal(.secondPersonRatio, [0.03, 0.07, 0.12, 0.2]),
        ShapeSignal(.thirdPersonRatio, [0.03, 0.08]), ShapeSignal(.firstPersonPluralRatio, [0.03, 0.08]),
        ShapeSignal(.articleRatio, [0.03, 0.06, 0.1]), ShapeSignal(.auxiliaryRatio, [0.05, 0.1, 0.17, 0.25]),
        ShapeSignal(.prepositionRatio, [0.05, 0.1, 0.15, 0.22]),
        ShapeSignal(.conjunctionRatio, [0.04, 0.08, 0.14]),
        ShapeSignal(.contractionRatio, [0.02, 0.05, 0.1, 0.2]),
        ShapeSignal(.longWordRatio, [0.05, 0.1, 0.2, 0.35]),
        ShapeSignal(.capitalizedWordRatio, [0.04, 0.1, 0.2, 0.4, 0.7]),
        ShapeSignal(.titleCaseRatio, [0.05, 0.12, 0.2, 0.35, 0.6, 0.95]),
        ShapeSignal(.allCapsWordRatio, [0.03, 0.1, 0.3]), ShapeSignal(.pastTenseRatio, [0.03, 0.07, 0.15]),
        ShapeSignal(.progressiveRatio, [0.03, 0.07, 0.15]),
        ShapeSignal(.arrangementWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        ShapeSignal(.opinionWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        ShapeSignal(.correspondenceWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        ShapeSignal(.reportWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        ShapeSignal(.instructionWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        ShapeSignal("arrangementOverOpinion", [0.7, 0.85, 0.94, 0.98, 1.02, 1.06, 1.15, 1.3]) {
            $0[.wordCount] < 2 ? nil : 1 + $0[.arrangementWordRatio] - $0[.opinionWordRatio]
        },
    ]

    private static let code: [ShapeSignal] = [
        ShapeSignal(lines: .indentedLineRatio, [0.1, 0.3, 0.6]),
        ShapeSignal(.codeLineEndRatio, [0.1, 0.3, 0.6]),
        ShapeSignal(lines: .symbolLineRatio, [0.1, 0.25]),
        ShapeSignal(.codeKeywordRatio, [0.02, 0.06, 0.12, 0.2, 0.3]),
        ShapeSignal(.commentLineRatio, [0.1, 0.4]), ShapeSignal(.identifierRatio, [0.02, 0.06, 0.15, 0.4]),
        ShapeSignal(.callCount, perWord: [0.02, 0.06, 0.15]), ShapeSignal(.assignmentCount, [1]),
        ShapeSignal(.tagCount, [1]), ShapeSignal(.statementEndCount, [1]), ShapeSignal(.braceCount, [1]),
        ShapeSignal(.proseLineRatio, [0.1, 0.3, 0.5, 0.7, 0.9]),
        ShapeSignal(.codeLineRatio, [0.1, 0.3, 0.5, 0.7, 0.9]),
    ]

    private static let document: [ShapeSignal] = [
        ShapeSignal(.headingLineRatio, [0.2]), ShapeSignal(lines: .listLineRatio, [0.2, 0.5]),
    ]
}
