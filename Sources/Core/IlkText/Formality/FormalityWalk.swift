import IlkVocabulary

/// Finds all formality features in one pass over the tokens of a text.
struct FormalityWalk<Sink: FormalitySink> {
    var sink: Sink
    /// The number of words that consist of letters. Parts of addresses do not count.
    private(set) var words = 0
    /// The number of words with a class, and the number of function words of other languages.
    private(set) var known = 0
    private(set) var foreign = 0
    /// The number of words in a script other than Latin.
    private(set) var otherScript = 0
    /// The number of sentences with a word or a number.
    private(set) var sentences = 0

    private let lexicon = FormalityLexicon.standard
    private let endings = WordEndings.standard
    private var sentence = 0
    /// The end of the current sentence.
    private var sentenceEnd: Int32 = 0
    private var isSentenceStart = true
    /// `true` if the current sentence has a word or a number.
    private var hasContent = false
    /// Tokens before this offset belong to an address or a name.
    private var skipEnd: Int32 = 0
    /// The hash of the preceding word if only a space follows it and it can begin a pair, otherwise 0.
    private var pairHead: UInt64 = 0
    private var pairLower: Int32 = 0
    /// The number of words since a form of "be", as long as a participle may follow; otherwise 0.
    private var sinceBe = 0
    private var beLower: Int32 = 0

    init(sink: Sink) {
        self.sink = sink
    }

    mutating func walk(_ text: AnalyzedText.View) {
        var place = 0
        for index in text.tokens.indices {
            let token = text.tokens[index]
            if token.kind == .space { continue }
            if token.lowerBound >= Formality.maximumLength {
                return endSentences(before: token.lowerBound, text)
            }
            if token.lowerBound >= sentenceEnd { endSentences(before: token.lowerBound, text) }
            let isWord = token.kind.isWord
            if token.lowerBound >= skipEnd {
                if isWord {
                    read(word: token, text.wordHashes[place], text)
                } else {
                    read(mark: token, text)
                    pairHead = 0
                }
            }
            if isWord { place += 1 }
        }
        endSentences(before: .max, text)
    }

    // MARK: Words

    private mutating func read(word token: Token, _ hash: UInt64, _ text: AnalyzedText.View) {
        guard token.kind == .letter else {
            readNumber(token, text)
            pairHead = 0
            return
        }
        let bits = lexicon.bits(ofHash: hash)
        let marks = FormalityWordMarks(rawValue: bits)
        var letters = WordLetters()
        if bits == 0 || token.shape.contains(.hasApostrophe) { letters.read(token, text.folded) }
        if marks.contains(.address) || letters.hasAt || letters.isWWW {
            if letters.hasAt || letters.isWWW { skipToBlank(from: Int(token.upperBound), text) }
            pairHead = 0
            return
        }
        words += 1
        let classes = bits & FormalityLexicon.classBits
        if classes != 0 {
            sink.add(classes: classes, lower: token.lowerBound, upper: token.upperBound)
            known += 1
        } else if marks.contains(.plain) {
            known += 1
        } else if marks.contains(.foreign), isSentenceStart || !token.shape.contains(.startsUpper) {
            // A capitalized word inside a sentence is the name of a place or person.
            foreign += 1
        }
        // Most words consist of lower-case letters only. The other properties are checked only for other
        // words.
        if token.shape != .hasLower || classes & FormalityStarts.firstPerson != 0 {
            readCase(token, classes, text)
        }
        if isSentenceStart { startSentence(token, classes) }
        readPair(token, hash, marks, text)
        if sinceBe > 0 || classes & FormalityStarts.passiveAuxiliaries != 0 {
            readPassive(token, classes, marks, text)
        }
        if !token.shape.isSubset(of: [.startsUpper, .hasLower]) || !marks.isDisjoint(with: .bare) {
            readSpelling(token, marks, text)
        }
        readLength(token, letters, text)
        isSentenceStart = false
        hasContent = true
    }

    private mutating func readSpelling(
        _ token: Token, _ marks: FormalityWordMarks, _ text: AnalyzedText.View
    ) {
        if token.shape.contains(.nonASCII), text.bytes[Int(token.lowerBound)] >= 0xCD {
            otherScript += 1
        }
        if token.shape.contains(.hasApostrophe) { readContraction(token, marks, text) }
        if marks.contains(.bareNegation) { note(.negativeContractions, token) }
        if marks.contains(.bareAuxiliary) { note(.shortenedAuxiliaries, token) }
    }

    private mutating func note(_ feature: FormalityFeature, _ token: Token, _ amount: Int = 1) {
        sink.add(feature, amount, lower: token.lowerBound, upper: token.upperBound)
    }

    private mutating func readNumber(_ token: Token, _ text: AnalyzedText.View) {
        guard token.kind == .number else {
            otherScript += 1
            words += 1
            isSentenceStart = false
            hasContent = true
            return
        }
        hasContent = true
        let length = Int(token.characterCount)
        note(.numbers, token)
        note(.digits, token, length)
        if length >= 3 { note(.longNumbers, token) }
        if length == 4 {
            let first = text.bytes[Int(token.lowerBound)]
            let second = text.bytes[Int(token.lowerBound) + 1]
            if first == UInt8(ascii: "1") && second == UInt8(ascii: "9")
                || first == UInt8(ascii: "2") && second == UInt8(ascii: "0")
            {
                note(.years, token)
            }
        }
    }

    private mutating func readCase(_ token: Token, _ classes: UInt64, _ text: AnalyzedText.View) {
        let shape = token.shape
        if shape.contains(.startsUpper) {
            if token.characterCount > 1 {
                if !shape.contains(.hasLower), token.characterCount > 3, !shape.contains(.hasDigit) {
                    note(.shoutedWords, token)
                }
                if !isSentenceStart { note(.capitalizedWords, token) }
            } else if Marks.byte(text.bytes, Int(token.upperBound)) == UInt8(ascii: ".") {
                note(.initials, token)
            }
        } else if classes & FormalityStarts.firstPerson != 0,
            text.folded[Int(token.foldedLowerBound)] == UInt8(ascii: "i")
        {
            note(.lowercaseI, token)
        }
    }

    private mutating func startSentence(_ token: Token, _ classes: UInt64) {
        if token.shape.contains(.hasLower), !token.shape.contains(.startsUpper) {
            note(.lowercaseStarts, token)
        }
        let starts = classes & FormalityStarts.classes
        guard starts != 0 else { return }
        for (bits, feature) in FormalityStarts.features where starts & bits != 0 { note(feature, token) }
    }

    private mutating func readPair(
        _ token: Token, _ hash: UInt64, _ marks: FormalityWordMarks, _ text: AnalyzedText.View
    ) {
        if pairHead != 0, marks.contains(.pairTail), let feature = lexicon.pair(pairHead, hash) {
            sink.add(feature, 1, lower: pairLower, upper: token.upperBound)
        }
        pairHead = marks.contains(.pairHead) ? hash : 0
        pairLower = token.lowerBound
    }

    private mutating func readPassive(
        _ token: Token, _ classes: UInt64, _ marks: FormalityWordMarks, _ text: AnalyzedText.View
    ) {
        if classes & FormalityStarts.passiveAuxiliaries != 0 {
            if sinceBe == 0 || !marks.contains(.beforeParticiple) { beLower = token.lowerBound }
            sinceBe = 1
            return
        }
        guard sinceBe > 0 else { return }
        let range = token.foldedRange
        let last = text.folded[range.upperBound - 1]
        let before = range.count > 1 ? text.folded[range.upperBound - 2] : 0
        let isParticiple =
            marks.contains(.participle)
            || before == UInt8(ascii: "e")
                && (last == UInt8(ascii: "d") && range.count > 4
                    || last == UInt8(ascii: "n") && range.count > 5)
        if isParticiple {
            sink.add(.passives, 1, lower: beLower, upper: token.upperBound)
            sinceBe = 0
        } else if sinceBe == 1,
            marks.contains(.beforeParticiple) || before == UInt8(ascii: "l") && last == UInt8(ascii: "y")
        {
            sinceBe = 2
        } else {
            sinceBe = 0
        }
    }

    private mutating func readContraction(
        _ token: Token, _ marks: FormalityWordMarks, _ text: AnalyzedText.View
    ) {
        let range = token.foldedRange
        guard range.count > 2 else { return }
        let last = text.folded[range.upperBound - 1]
        let before = text.folded[range.upperBound - 2]
        let third = text.folded[range.upperBound - 3]
        let apostrophe = UInt8(ascii: "'")
        if before == apostrophe {
            switch last {
            case UInt8(ascii: "t") where third == UInt8(ascii: "n"): note(.negativeContractions, token)
            case UInt8(ascii: "s"):
                note(marks.contains(.pronounContraction) ? .pronounContractions : .possessives, token)
            case UInt8(ascii: "m"), UInt8(ascii: "d"): note(.shortenedAuxiliaries, token)
            default: break
            }
        } else if third == apostrophe {
            switch (before, last) {
            case (UInt8(ascii: "l"), UInt8(ascii: "l")), (UInt8(ascii: "r"), UInt8(ascii: "e")),
                (UInt8(ascii: "v"), UInt8(ascii: "e")):
                note(.shortenedAuxiliaries, token)
            default: break
            }
        }
    }

    private mutating func readLength(
        _ token: Token, _ letters: WordLetters, _ text: AnalyzedText.View
    ) {
        let shape = token.shape
        if shape.contains(.elongated), shape.contains(.hasLower) {
            note(.elongations, token)
            return
        }
        if shape.contains(.hasDigit) {
            if letters.isDigitSpelling { note(.digitSpellings, token) }
            return
        }
        if letters.isInitials {
            note(.initials, token)
            return
        }
        let length = min(Int(token.characterCount), 14)
        note(.meanWordLength, token, length)
        if length > 6 { note(.lettersOverSix, token, length - 6) }
        if letters.isVowelless { note(.vowellessWords, token) }
        if length > 4, let ending = endings.feature(of: token, text.folded) { note(ending, token) }
    }

    // MARK: Addresses and sentences

    private mutating func skipToBlank(from offset: Int, _ text: AnalyzedText.View) {
        var end = offset
        while end < text.bytes.count, text.bytes[end] > 0x20 { end += 1 }
        skipEnd = Int32(end)
    }

    private mutating func skipWord(from offset: Int, _ text: AnalyzedText.View) {
        var end = offset
        while end < text.bytes.count, text.bytes[end].isWordByte { end += 1 }
        skipEnd = Int32(end)
    }

    private mutating func endSentences(before offset: Int32, _ text: AnalyzedText.View) {
        while sentence < text.sentences.count, text.sentences[sentence].upperBound <= Int(offset) {
            endSentence(text.sentences[sentence], text)
            sentence += 1
        }
        sentenceEnd =
            sentence < text.sentences.count
            ? Int32(truncatingIfNeeded: text.sentences[sentence].upperBound) : .max
    }

    private mutating func endSentence(_ span: TextSpan, _ text: AnalyzedText.View) {
        if hasContent {
            sentences += 1
            if let feature = SentenceEnd.of(span, text.bytes) {
                let upper = Int32(truncatingIfNeeded: span.upperBound)
                sink.add(feature, 1, lower: upper - 1, upper: upper)
            }
        }
        isSentenceStart = true
        hasContent = false
        sinceBe = 0
        pairHead = 0
    }

    // MARK: Marks

    private mutating func read(mark token: Token, _ text: AnalyzedText.View) {
        let mark = MarkReader(text.bytes, token)
        switch mark.found {
        case .nothing: break
        case .address:
            skipToBlank(from: Int(token.upperBound), text)
        case .name:
            note(.mentions, token)
            skipWord(from: Int(token.upperBound), text)
        case .feature(let feature): note(feature, token)
        }
        if mark.isTight { note(.tightMarks, token) }
        if mark.isSpaced { note(.spacedMarks, token) }
    }
}
