import IlkVocabulary

/// Measures a text whose tokens, sentences and lines are known: a pass over the bytes, one over the lines, one
/// over the words.
package enum FeatureSurvey {
    /// Measures the features of a text and the classes of its words.
    package static func measure(_ text: inout AnalyzedText, level: FeatureLevel, distinct: HashSet) {
        // What is written is moved out and back, so that it is written in place while the rest is read.
        var classes: [WordClass] = []
        var features = TextFeatures.none
        text.featureLevel = level
        text.features.forgetRequested()
        swap(&classes, &text.wordClasses)
        swap(&features, &text.features)
        classes.removeAll(keepingCapacity: true)
        classes.append(contentsOf: repeatElement([], count: text.tokenized.words.count))
        classes.withUnsafeMutableBufferPointer { classes in
            features.withUnsafeMutableValues { values in
                let (known, written) = (UnsafeBufferPointer(classes), UnsafeBufferPointer(values))
                AnalyzedText.View.withMemory(of: text, known, written) { view in
                    let totals = measure(view, classes, distinct, FeatureValues(values))
                    if level == .all { measureRequested(view, totals, FeatureValues(values)) }
                }
            }
        }
        if level == .all { measureManner(of: text, &features) }
        swap(&classes, &text.wordClasses)
        swap(&features, &text.features)
    }

    private static func measure(
        _ text: AnalyzedText.View, _ classes: UnsafeMutableBufferPointer<WordClass>, _ distinct: HashSet,
        _ features: FeatureValues
    ) -> WordTotals {
        var words = WordSurvey()
        var lines = LineSurvey()
        var bytes = ByteSurvey()
        words.survey(text, classes: classes, lexicon: .standard, seen: distinct)
        lines.survey(text, words: words, marks: &bytes)
        write(bytes, features)
        write(lines, features)
        write(words, sentences: text.sentences.count, paragraphs: lines.paragraphs, features)
        writeFinerMarks(bytes, features)
        writeFinerLines(lines, features)
        writeSpeech(words, features)
        writeEdges(text.bytes, features)
        return words.totals
    }

    static func ratio(_ part: Int, _ whole: Int) -> Double {
        whole == 0 ? 0 : Double(part) / Double(whole)
    }

    private static func write(_ survey: ByteSurvey, _ features: FeatureValues) {
        features[.characterCount] = Double(survey.characters)
        features[.uppercaseRatio] = ratio(survey.upper, survey.letters)
        features[.digitRatio] = ratio(survey.digits, survey.visible)
        features[.punctuationRatio] = ratio(survey.punctuation, survey.visible)
        features[.symbolRatio] = ratio(survey.symbols, survey.visible)
        features[.whitespaceRatio] = ratio(survey.spaces, survey.characters)
        features[.nonASCIIRatio] = ratio(survey.nonASCII, survey.characters)
        features[.questionMarkCount] = Double(survey.questions)
        features[.exclamationMarkCount] = Double(survey.exclamations)
        features[.ellipsisCount] = Double(survey.ellipses)
        features[.quotationMarkCount] = Double(survey.quotations)
        features[.bracketCount] = Double(survey.brackets)
        features[.urlCount] = Double(survey.urls)
        features[.emailAddressCount] = Double(survey.emailAddresses)
        features[.mentionCount] = Double(survey.mentions)
        features[.hashtagCount] = Double(survey.hashtags)
        features[.emojiCount] = Double(survey.emoji)
        features[.emoticonCount] = Double(survey.emoticons)
        features[.timeCount] = Double(survey.times)
        features[.unpunctuated] = survey.punctuation + survey.symbols == 0 ? 1 : 0
    }

    private static func write(_ survey: LineSurvey, _ features: FeatureValues) {
        features[.lineCount] = Double(survey.lines)
        features[.paragraphCount] = Double(survey.paragraphs)
        features[.meanLineLength] = survey.meanLength
        features[.lineLengthDeviation] = survey.lengthDeviation
        features[.headerLineCount] = Double(survey.headers)
        features[.quotedLineCount] = Double(survey.quoted)
        features[.greeting] = survey.hasGreeting ? 1 : 0
        features[.closing] = survey.hasClosing ? 1 : 0
        features[.signature] = survey.hasSignature ? 1 : 0
        features[.speakerLineRatio] = ratio(survey.speakers, survey.lines)
        features[.indentedLineRatio] = ratio(survey.indented, survey.lines)
        features[.codeLineEndRatio] = ratio(survey.codeEnds, survey.lines)
        features[.commentLineRatio] = ratio(survey.comments, survey.lines)
        features[.headingLineRatio] = ratio(survey.headings, survey.lines)
        features[.listLineRatio] = ratio(survey.lists, survey.lines)
    }

    private static func write(
        _ survey: WordSurvey, sentences: Int, paragraphs: Int, _ features: FeatureValues
    ) {
        features[.wordCount] = Double(survey.words)
        features[.sentenceCount] = Double(sentences)
        features[.meanWordLength] = survey.meanLength
        features[.wordLengthDeviation] = survey.lengthDeviation
        features[.meanSentenceLength] = ratio(survey.words, sentences)
        features[.meanParagraphLength] = ratio(survey.words, paragraphs)
        features[.lexicalDiversity] = survey.words == 0 ? 1 : ratio(survey.distinct, survey.words)
        features[.numberWordRatio] = ratio(survey.withDigit, survey.words)
        features[.chatWordRatio] = ratio(survey.count(of: .chat), survey.words)
        features[.elongationCount] = Double(survey.elongated)
        features[.uncapitalizedSentenceRatio] = min(1, ratio(survey.uncapitalizedSentences, sentences))
        features[.firstPersonRatio] = ratio(survey.count(of: .firstPerson), survey.words)
        features[.secondPersonRatio] = ratio(survey.count(of: .secondPerson), survey.words)
        features[.contractionRatio] = ratio(survey.count(of: .contraction), survey.words)
        features[.questionWordStart] = survey.questionStart ? 1 : 0
        features[.functionWordRatio] = ratio(survey.count(of: .function), survey.words)
        features[.codeKeywordRatio] = ratio(survey.count(of: .code), survey.words)
        features[.identifierRatio] = min(1, ratio(survey.identifiers, survey.words))
        features[.capitalizedWordRatio] = ratio(survey.capitalized, survey.words)
        features[.pastTenseRatio] = ratio(survey.pastTense, survey.words)
    }

    private static func writeSpeech(_ survey: WordSurvey, _ features: FeatureValues) {
        func share(_ wordClass: WordClass) -> Double { ratio(survey.count(of: wordClass), survey.words) }
        features[.articleRatio] = share(.article)
        features[.auxiliaryRatio] = share(.auxiliary)
        features[.prepositionRatio] = share(.preposition)
        features[.conjunctionRatio] = share(.conjunction)
        features[.thirdPersonRatio] = share(.thirdPerson)
        features[.firstPersonPluralRatio] = share(.firstPersonPlural)
        features[.arrangementWordRatio] = share(.arrangement)
        features[.opinionWordRatio] = share(.opinion)
        features[.correspondenceWordRatio] = share(.correspondence)
        features[.reportWordRatio] = share(.report)
        features[.instructionWordRatio] = share(.instruction)
        features[.longWordRatio] = ratio(survey.long, survey.words)
        features[.progressiveRatio] = ratio(survey.progressive, survey.words)
        features[.allCapsWordRatio] = ratio(survey.allCaps, survey.words)
        features[.titleCaseRatio] = ratio(survey.titleCase, survey.words)
        features[.lowercasePronounCount] = Double(survey.lowercasePronouns)
        features[.missingApostropheCount] = Double(survey.count(of: .missingApostrophe))
        features[.greetingStart] = survey.greetingStart ? 1 : 0
    }

    private static func writeFinerMarks(_ survey: ByteSurvey, _ features: FeatureValues) {
        features[.repeatedMarkCount] = Double(survey.repeatedMarks)
        features[.commaCount] = Double(survey.commas)
        features[.dashCount] = Double(survey.dashes)
        features[.parenthesisCount] = Double(survey.parentheses)
        features[.callCount] = Double(survey.calls)
        features[.braceCount] = Double(survey.braces)
        features[.statementEndCount] = Double(survey.statementEnds)
        features[.assignmentCount] = Double(survey.assignments)
        features[.tagCount] = Double(survey.tags)
        features[.curlyQuoteCount] = Double(survey.curlyQuotes)
        features[.spacedMarkCount] = Double(survey.spacedMarks)
        features[.tightMarkCount] = Double(survey.tightMarks)
        features[.moneyCount] = Double(survey.money)
        features[.yearCount] = Double(survey.years)
        features[.phoneCount] = Double(survey.phones)
        features[.pathCount] = Double(survey.paths)
    }

    private static func writeFinerLines(_ survey: LineSurvey, _ features: FeatureValues) {
        features[.longestLineLength] = Double(survey.longest)
        features[.blankLineRatio] = ratio(survey.blank, survey.lines + survey.blank)
        features[.keyValueLineRatio] = ratio(survey.keyValues, survey.lines)
        features[.symbolLineRatio] = ratio(survey.symbolic, survey.lines)
        features[.wrappedLineRatio] = ratio(survey.wrapped, survey.lines)
        features[.proseLineRatio] = ratio(survey.prose, survey.lines)
        features[.codeLineRatio] = ratio(survey.code, survey.lines)
        features[.attributionCount] = Double(survey.attributions)
        features[.subjectPrefix] = survey.hasSubject ? 1 : 0
        features[.addresseeStart] = survey.hasAddressee ? 1 : 0
    }

    private static func writeEdges(_ bytes: UnsafeBufferPointer<UInt8>, _ features: FeatureValues) {
        features[.lowercaseStart] = firstLetterIsLower(bytes) ? 1 : 0
        features[.finalStop] = finalStop(bytes) != nil ? 1 : 0
    }

    private static func firstLetterIsLower(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var offset = 0
        while offset < text.count {
            let byte = text[offset]
            if byte.isASCIILetter { return byte >= UInt8(ascii: "a") }
            if byte < 0x80 {
                offset += 1
                continue
            }
            let (scalar, length) = decodeScalar(text, at: offset)
            let characterClass = ScalarClasses.find(scalar)
            if !characterClass.isDisjoint(with: .letter) { return characterClass.contains(.lower) }
            offset += length
        }
        return false
    }

    /// The mark that ends the last sentence, behind which only white space and closing marks stand; or nil.
    static func finalStop(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        var upper = bytes.count
        while upper > 0, bytes[upper - 1] <= 0x20 { upper -= 1 }
        while upper > 0, bytes[upper - 1] == UInt8(ascii: "\"") || bytes[upper - 1] == UInt8(ascii: ")") {
            upper -= 1
        }
        guard upper > 0 else { return nil }
        switch bytes[upper - 1] {
        case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"): return upper - 1..<upper
        default: break
        }
        guard upper >= 3 else { return nil }
        switch (bytes[upper - 3], bytes[upper - 2], bytes[upper - 1]) {
        case (0xE2, 0x80, 0xA6), (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F):
            return upper - 3..<upper
        default: return nil
        }
    }
}
