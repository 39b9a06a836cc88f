import IlkText
import IlkVocabulary

/// A numeric property of a text whose values are divided into ranges. Each text has exactly one feature for
/// the property, named after it and the index of the range: `lineCount=2`.
struct StyleFeature: Sendable {
    let name: String
    /// The upper bounds of all ranges except the last. Range 0, for the value 0, comes before them.
    let cuts: [Double]
    let measure: Measure

    enum Measure: Sendable {
        /// The value of the ``TextFeature`` with this raw value.
        case feature(Int)
        /// The value of a ``TextFeature`` divided by the number of words.
        case perWord(Int)
        /// The value of a ``TextFeature``, only for texts with more than one line.
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

extension StyleFeature {
    /// The version of the list of style features and their ranges. Only a program with an equal version can
    /// read a model.
    static let version = 2

    static let all: [StyleFeature] =
        size + characters + marks + things + mail + chat + speech + code + document

    private static let size: [StyleFeature] = [
        StyleFeature(.wordCount, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 60, 100, 150, 250]),
        StyleFeature(.lineCount, [1, 2, 3, 5, 9, 16, 30]),
        StyleFeature(lines: .meanLineLength, [20, 35, 50, 65, 80, 150, 300]),
        StyleFeature(lines: .longestLineLength, [40, 72, 80, 120, 250]),
        StyleFeature(lines: .blankLineRatio, [0.1, 0.25, 0.4]),
        StyleFeature(lines: .wrappedLineRatio, [0.2, 0.4, 0.6]),
        StyleFeature(.sentenceCount, [1, 2, 3, 4, 6, 10]),
        StyleFeature(.meanSentenceLength, [3, 5, 8, 12, 16, 20, 25, 32]),
        StyleFeature(.meanWordLength, [3.2, 3.6, 4, 4.4, 4.8, 5.3, 6, 7]),
        StyleFeature("lexicalDiversity", [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99]) {
            $0[.wordCount] > 10 ? $0[.lexicalDiversity] : nil
        },
        StyleFeature("meanParagraphLength", [15, 30, 60, 120]) {
            $0[.wordCount] > 25 ? $0[.meanParagraphLength] : nil
        },
    ]

    private static let characters: [StyleFeature] = [
        StyleFeature(.uppercaseRatio, [0.02, 0.05, 0.1, 0.2, 0.5]),
        StyleFeature(.digitRatio, [0.01, 0.03, 0.07, 0.15]),
        StyleFeature(.punctuationRatio, [0.015, 0.03, 0.05, 0.08, 0.12]),
        StyleFeature(.symbolRatio, [0.005, 0.01, 0.02, 0.04, 0.07, 0.11]),
        StyleFeature(.whitespaceRatio, [0.1, 0.15, 0.18, 0.21, 0.25, 0.35]),
        StyleFeature(.nonASCIIRatio, [0.02, 0.2, 0.6]),
        StyleFeature(.unpunctuated, []),
    ]

    private static let marks: [StyleFeature] = [
        StyleFeature(.questionMarkCount, [1]),
        StyleFeature(.exclamationMarkCount, perWord: [0.03, 0.08, 0.2]),
        StyleFeature(.repeatedMarkCount, [1]),
        StyleFeature(.ellipsisCount, [1]),
        StyleFeature(.commaCount, perWord: [0.02, 0.04, 0.07, 0.1]),
        StyleFeature(.dashCount, [1]),
        StyleFeature(.quotationMarkCount, [1, 2]),
        StyleFeature(.parenthesisCount, [1]),
        StyleFeature(.curlyQuoteCount, []),
        StyleFeature(.spacedMarkCount, [1]),
        StyleFeature(.tightMarkCount, [1]),
        StyleFeature("sentencesPerWord", [0.03, 0.05, 0.08, 0.12, 0.2]) {
            $0[.sentenceCount] / max(1, $0[.wordCount])
        },
    ]

    private static let things: [StyleFeature] = [
        StyleFeature(.urlCount, [1]), StyleFeature(.emailAddressCount, [1]), StyleFeature(.mentionCount, [1]),
        StyleFeature(.hashtagCount, [1, 2]), StyleFeature(.emojiCount, [1]),
        StyleFeature(.emoticonCount, [1]),
        StyleFeature(.timeCount, [1]), StyleFeature(.moneyCount, []), StyleFeature(.yearCount, []),
        StyleFeature(.phoneCount, []), StyleFeature(.pathCount, [1]),
        StyleFeature(.numberWordRatio, [0.05, 0.15, 0.4]),
    ]

    private static let mail: [StyleFeature] = [
        StyleFeature(.headerLineCount, [1, 2]),
        StyleFeature("quotedLineRatio", [0.15, 0.5]) { $0[.quotedLineCount] / max(1, $0[.lineCount]) },
        StyleFeature(.greeting, []), StyleFeature(.closing, []), StyleFeature(.signature, []),
        StyleFeature(.greetingStart, []), StyleFeature(.attributionCount, []),
        StyleFeature(.subjectPrefix, []),
        StyleFeature(lines: .keyValueLineRatio, [0.1, 0.3, 0.6]),
    ]

    private static let chat: [StyleFeature] = [
        StyleFeature(.chatWordRatio, [0.03, 0.08, 0.2]), StyleFeature(.elongationCount, [1]),
        StyleFeature(.speakerLineRatio, [0.3, 0.6]), StyleFeature(.addresseeStart, []),
        StyleFeature(.lowercaseStart, []), StyleFeature(.uncapitalizedSentenceRatio, [0.3, 0.99]),
        StyleFeature(.lowercasePronounCount, []), StyleFeature(.missingApostropheCount, []),
        StyleFeature(.finalStop, []), StyleFeature(.questionWordStart, []),
    ]

    private static let speech: [StyleFeature] = [
        StyleFeature(.functionWordRatio, [0.15, 0.3, 0.4, 0.5, 0.6]),
        StyleFeature(.firstPersonRatio, [0.03, 0.07, 0.12, 0.2]),
        StyleFeature(.secondPersonRatio, [0.03, 0.07, 0.12, 0.2]),
        StyleFeature(.thirdPersonRatio, [0.03, 0.08]), StyleFeature(.firstPersonPluralRatio, [0.03, 0.08]),
        StyleFeature(.articleRatio, [0.03, 0.06, 0.1]),
        StyleFeature(.auxiliaryRatio, [0.05, 0.1, 0.17, 0.25]),
        StyleFeature(.prepositionRatio, [0.05, 0.1, 0.15, 0.22]),
        StyleFeature(.conjunctionRatio, [0.04, 0.08, 0.14]),
        StyleFeature(.contractionRatio, [0.02, 0.05, 0.1, 0.2]),
        StyleFeature(.longWordRatio, [0.05, 0.1, 0.2, 0.35]),
        StyleFeature(.capitalizedWordRatio, [0.04, 0.1, 0.2, 0.4, 0.7]),
        StyleFeature(.titleCaseRatio, [0.05, 0.12, 0.2, 0.35, 0.6, 0.95]),
        StyleFeature(.allCapsWordRatio, [0.03, 0.1, 0.3]), StyleFeature(.pastTenseRatio, [0.03, 0.07, 0.15]),
        StyleFeature(.progressiveRatio, [0.03, 0.07, 0.15]),
        StyleFeature(.arrangementWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        StyleFeature(.opinionWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        StyleFeature(.correspondenceWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        StyleFeature(.reportWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        StyleFeature(.instructionWordRatio, [0.03, 0.06, 0.1, 0.15, 0.22, 0.32]),
        StyleFeature("arrangementOverOpinion", [0.7, 0.85, 0.94, 0.98, 1.02, 1.06, 1.15, 1.3]) {
            $0[.wordCount] < 2 ? nil : 1 + $0[.arrangementWordRatio] - $0[.opinionWordRatio]
        },
    ]

    private static let code: [StyleFeature] = [
        StyleFeature(lines: .indentedLineRatio, [0.1, 0.3, 0.6]),
        StyleFeature(.codeLineEndRatio, [0.1, 0.3, 0.6]),
        StyleFeature(lines: .symbolLineRatio, [0.1, 0.25]),
        StyleFeature(.codeKeywordRatio, [0.02, 0.06, 0.12, 0.2, 0.3]),
        StyleFeature(.commentLineRatio, [0.1, 0.4]), StyleFeature(.identifierRatio, [0.02, 0.06, 0.15, 0.4]),
        StyleFeature(.callCount, perWord: [0.02, 0.06, 0.15]), StyleFeature(.assignmentCount, [1]),
        StyleFeature(.tagCount, [1]), StyleFeature(.statementEndCount, [1]), StyleFeature(.braceCount, [1]),
        StyleFeature(.proseLineRatio, [0.1, 0.3, 0.5, 0.7, 0.9]),
        StyleFeature(.codeLineRatio, [0.1, 0.3, 0.5, 0.7, 0.9]),
    ]

    private static let document: [StyleFeature] = [
        StyleFeature(.headingLineRatio, [0.2]), StyleFeature(lines: .listLineRatio, [0.2, 0.5]),
    ]
}
