import IlkVocabulary

/// What one pass over the words finds: lengths, kinds, classes, capitals.
struct WordSurvey {
    var words = 0
    var identifiers = 0
    var withDigit = 0
    var elongated = 0
    var capitalized = 0
    var titleCase = 0
    var allCaps = 0
    var long = 0
    var pastTense = 0
    var progressive = 0
    var lowercasePronouns = 0
    var distinct = 0
    var uncapitalizedSentences = 0
    var questionStart = false
    var greetingStart = false
    private var classCounts = InlineArray<32, Int>(repeating: 0)
    private var lengthSum = 0.0
    private var lengthSquares = 0.0

    var meanLength: Double { words == 0 ? 0 : lengthSum / Double(words) }
    var lengthDeviation: Double {
        guard words > 1 else { return 0 }
        return max(0, lengthSquares / Double(words) - meanLength * meanLength).squareRoot()
    }

    /// How many words are of a class.
    func count(of wordClass: WordClass) -> Int {
        classCounts[wordClass.rawValue.trailingZeroBitCount]
    }

    /// Surveys the words of an analysis whose tokens, normal forms, hashes and sentences are there; writes the
    /// classes of each word.
    mutating func survey(_ analysis: inout TextAnalysis, lexicon: Lexicon, seen: inout HashSet) {
        seen.clear()
        analysis.wordClasses.removeAll(keepingCapacity: true)
        var sentence = 0
        var sentenceStart = Int32(truncatingIfNeeded: analysis.sentences.first?.lowerBound ?? 0)
        for place in 0..<analysis.words.count {
            let index = Int(analysis.words[place])
            let token = analysis.tokens[index]
            let isFirst = token.lowerBound >= sentenceStart
            if isFirst {
                if token.shape.contains(.hasLower), !token.shape.contains(.startsUpper) {
                    uncapitalizedSentences += 1
                }
                sentence += 1
                while sentence < analysis.sentences.count,
                    analysis.sentences[sentence].lowerBound < Int(token.upperBound)
                {
                    sentence += 1
                }
                sentenceStart =
                    sentence < analysis.sentences.count
                    ? Int32(truncatingIfNeeded: analysis.sentences[sentence].lowerBound) : .max
            }
            count(token, isSentenceStart: isFirst)
            let hash = analysis.wordHashes[place]
            if seen.insert(hash) { distinct += 1 }
            let wordClasses = lexicon.classes(ofHash: hash)
            analysis.wordClasses.append(wordClasses)
            count(wordClasses, token, isTextStart: place == 0)
            countEnding(token, in: analysis)
            if Self.isCalled(index, in: analysis) { identifiers += 1 }
        }
    }

    private mutating func count(_ token: Token, isSentenceStart: Bool) {
        words += 1
        let length = Double(token.characterCount)
        lengthSum += length
        lengthSquares += length * length
        if token.characterCount >= 9 { long += 1 }
        let shape = token.shape
        if shape.contains(.hasDigit) { withDigit += 1 }
        if shape.contains(.elongated) { elongated += 1 }
        if shape.contains(.startsUpper) {
            titleCase += 1
            if shape.contains(.hasLower), !isSentenceStart { capitalized += 1 }
            if shape.contains(.innerUpper), !shape.contains(.hasLower) { allCaps += 1 }
        }
        if shape.contains(.hasUnderscore) || (shape.contains(.innerUpper) && shape.contains(.hasLower)) {
            identifiers += 1
        }
    }

    private mutating func count(_ classes: WordClass, _ token: Token, isTextStart: Bool) {
        guard !classes.isEmpty else { return }
        var rest = classes.rawValue
        while rest != 0 {
            classCounts[rest.trailingZeroBitCount] += 1
            rest &= rest - 1
        }
        if isTextStart, classes.contains(.question) { questionStart = true }
        if isTextStart, classes.contains(.greeting) { greetingStart = true }
        if token.characterCount == 1, classes.contains(.firstPerson), !token.shape.contains(.startsUpper) {
            lowercasePronouns += 1
        }
    }

    private mutating func countEnding(_ token: Token, in analysis: borrowing TextAnalysis) {
        let range = token.foldedRange
        guard range.count > 4 else { return }
        let last = analysis.folded[range.upperBound - 1]
        let secondLast = analysis.folded[range.upperBound - 2]
        if last == UInt8(ascii: "d"), secondLast == UInt8(ascii: "e") { pastTense += 1 }
        if last == UInt8(ascii: "g"), secondLast == UInt8(ascii: "n"),
            analysis.folded[range.upperBound - 3] == UInt8(ascii: "i")
        {
            progressive += 1
        }
    }

    /// Whether `(`, `::` or `->` stands right behind a word that no other sign shows to be an identifier.
    private static func isCalled(_ index: Int, in analysis: borrowing TextAnalysis) -> Bool {
        let token = analysis.tokens[index]
        guard !token.shape.contains(.hasUnderscore) else { return false }
        let end = Int(token.upperBound)
        guard end + 1 < analysis.bytes.count else { return false }
        switch (analysis.bytes[end], analysis.bytes[end + 1]) {
        case (UInt8(ascii: "("), _), (UInt8(ascii: ":"), UInt8(ascii: ":")),
            (UInt8(ascii: "-"), UInt8(ascii: ">")):
            return true
        default: return false
        }
    }
}
