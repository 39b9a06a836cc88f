import IlkVocabulary

extension ReferenceSurvey {
    mutating func surveyWords(_ text: AnalyzedText.View) {
        var distinct: Set<UInt64> = []
        var inSentence = 0
        var starts = SentenceStarts(text.sentences)
        for sentence in text.sentences { note(.sentenceCount, sentence.range) }
        for place in text.words.indices {
            let token = text.token(ofWord: place)
            let classes = WordClassLexicon.standard.classes(ofHash: text.wordHashes[place])
            let isFirst = token.lowerBound >= starts.next
            if isFirst {
                if place > 0 { sentences.add(inSentence) }
                inSentence = 0
                starts.pass(token)
            }
            inSentence += 1
            words.add(Int(token.characterCount))
            note(.wordCount, token.range)
            if distinct.insert(text.wordHashes[place]).inserted { note(.lexicalDiversity, token.range) }
            countShape(token, isFirst: isFirst)
            countClasses(classes, token, isTextStart: place == 0)
            countEnding(token, text)
            countIdentifier(token, text.bytes)
            countRequested(place, classes, text)
        }
        if !text.words.isEmpty { sentences.add(inSentence) }
        // Sentences without words count as length 0.
        while sentences.count < text.sentences.count { sentences.add(0) }
        if !text.words.isEmpty, count(.auxiliaryRatio) + count(.contractionRatio) == 0 {
            set(.verbless, 0..<text.bytes.count)
        }
    }

    private mutating func countShape(_ token: Token, isFirst: Bool) {
        let shape = token.shape
        let startsUpper = shape.contains(.startsUpper)
        let hasLower = shape.contains(.hasLower)
        if isFirst, hasLower, !startsUpper { note(.uncapitalizedSentenceRatio, token.range) }
        if token.characterCount >= 9 { note(.longWordRatio, token.range) }
        if shape.contains(.hasDigit) { note(.numberWordRatio, token.range) }
        if shape.contains(.elongated) { note(.elongationCount, token.range) }
        if startsUpper { note(.titleCaseRatio, token.range) }
        if startsUpper, hasLower, !isFirst { note(.capitalizedWordRatio, token.range) }
        if startsUpper, shape.contains(.innerUpper), !hasLower { note(.allCapsWordRatio, token.range) }
        if shape.contains(.hasUnderscore) { note(.snakeCaseRatio, token.range) }
        if shape.contains(.innerUpper), hasLower { note(.camelCaseRatio, token.range) }
    }

    private mutating func countClasses(_ classes: WordClass, _ token: Token, isTextStart: Bool) {
        for (wordClass, feature) in WordClass.ratios where classes.contains(wordClass) {
            note(feature, token.range)
        }
        if classes.contains(.missingApostrophe) { note(.missingApostropheCount, token.range) }
        if token.characterCount == 1, classes.contains(.firstPerson), !token.shape.contains(.startsUpper) {
            note(.lowercasePronounCount, token.range)
        }
        if isTextStart, classes.contains(.question) { set(.questionWordStart, token.range) }
        if isTextStart, classes.contains(.greeting) { set(.greetingStart, token.range) }
    }

    private mutating func countEnding(_ token: Token, _ text: AnalyzedText.View) {
        let word = Array(text.folded[token.foldedRange])
        guard word.count > 4 else { return }
        if word.suffix(2).elementsEqual("ed".utf8) { note(.pastTenseRatio, token.range) }
        if word.suffix(3).elementsEqual("ing".utf8) { note(.progressiveRatio, token.range) }
    }

    private mutating func countIdentifier(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>) {
        let shape = token.shape
        let isCamelCase = shape.contains(.innerUpper) && shape.contains(.hasLower)
        if shape.contains(.hasUnderscore) || isCamelCase { note(.identifierRatio, token.range) }
        let end = Int(token.upperBound)
        guard end + 1 < bytes.count, !shape.contains(.hasUnderscore) else { return }
        let behind = bytes[end..<end + 2]
        if behind.first == UInt8(ascii: "(") || behind.elementsEqual("::".utf8)
            || behind.elementsEqual("->".utf8)
        {
            note(.identifierRatio, token.range)
        }
    }

    private mutating func countRequested(_ place: Int, _ classes: WordClass, _ text: AnalyzedText.View) {
        let token = text.token(ofWord: place)
        if Readability.isLong(token) { note(.rix, token.range) }
        syllables += Readability.syllables(text.folded, token.foldedRange)
        if token.kind != .number, !classes.contains(.function) { note(.contentWordRatio, token.range) }
        let start = Int(token.lowerBound)
        if token.shape.contains(.hasDigit), start >= dateEnd,
            !"-/.".utf8.contains(Marks.byte(text.bytes, start - 1)),
            let end = Dates.end(text.bytes, at: start)
        {
            note(.dateCount, start..<end)
            dateEnd = end
        }
        if classes.contains(.month), MonthNames.isDate(place, text) {
            let day = MonthNames.dayBefore(place, text) ?? MonthNames.dayBehind(place, text) ?? place
            let (first, last) = (text.token(ofWord: min(day, place)), text.token(ofWord: max(day, place)))
            note(.dateCount, Int(first.lowerBound)..<Int(last.upperBound))
        }
    }
}
