import IlkVocabulary

/// The features computed in one pass over the words: lengths, types, classes and capitals.
///
/// Each word adds two vectors of 8-bit lanes to the counts: one for the shape of the word, one for the
/// classes of its normal form. The lanes are unpacked every 255 words, before they can overflow.
/// `ReferenceSurvey` is the reference implementation, which counts items one by one.
struct WordSurvey {
    /// The number of words that are numbers and not function words.
    private(set) var numbers = 0
    private(set) var lengths = Lengths()
    private(set) var sentences = Lengths()
    private var long = 0
    private var pastTense = 0
    private var progressive = 0
    private var lowercasePronouns = 0
    private var distinct = 0
    private var uncapitalizedSentences = 0
    private var questionStart = false
    private var greetingStart = false
    private var sentenceStart = 0
    private var called = 0
    private var capitalStarts = 0
    private var classCounts = SIMD32<UInt32>()
    private var shapeCounts = SIMD8<UInt32>()

    /// The counts that depend on token shapes, in the order of the lanes.
    enum Lane: Int {
        case digit, elongated, titleCase, capital, allCaps, identifier, camelCase, snakeCase
    }

    var words: Int { lengths.count }

    func count(of wordClass: WordClass) -> Int {
        Int(classCounts[wordClass.rawValue.trailingZeroBitCount])
    }

    func count(of lane: Lane) -> Int { Int(shapeCounts[lane.rawValue]) }

    /// Surveys the words of a text with tokens, normal forms, hashes and sentences, and writes the classes of
    /// each word.
    mutating func survey(
        _ text: AnalyzedText.View, classes: UnsafeMutableBufferPointer<WordClass>, lexicon: WordClassLexicon,
        seen: HashSet
    ) {
        let words = text.words.count
        seen.clear(expected: words)
        var start = SentenceStarts(text.sentences)
        var place = 0
        while place < words {
            let end = min(words, place + 255)
            survey(place..<end, text, classes, lexicon, seen, &start)
            place = end
        }
        addSentence(before: words)
        sentences.count = text.sentences.count
        if let first = classes.first {
            questionStart = first.contains(.question)
            greetingStart = first.contains(.greeting)
        }
    }

    private mutating func addSentence(before place: Int) {
        sentences.add(place &- sentenceStart)
        sentenceStart = place
    }

    /// Surveys at most 255 words, so that no packed count overflows.
    private mutating func survey(
        _ places: Range<Int>, _ text: AnalyzedText.View, _ classes: UnsafeMutableBufferPointer<WordClass>,
        _ lexicon: WordClassLexicon, _ seen: HashSet, _ start: inout SentenceStarts
    ) {
        let shapes = Self.shapeLanes
        var shapeLanes = SIMD8<UInt8>()
        var classLanes = SIMD32<UInt8>()
        for place in places {
            let token = text.token(ofWord: place)
            if token.lowerBound >= start.next {
                countSentenceStart(token.shape)
                addSentence(before: place)
                start.pass(token)
            }
            let length = Int(token.characterCount)
            lengths.add(length)
            if length >= 9 { long &+= 1 }
            shapeLanes &+= shapes[Int(token.shape.rawValue)]
            let hash = text.wordHashes[place]
            if seen.insert(hash) { distinct &+= 1 }
            let entry = lexicon.entry(ofHash: hash)
            classes[place] = lexicon.classes(of: entry)
            classLanes &+= lexicon.lanes(of: entry)
            if token.kind == .number, !classes[place].contains(.function) { numbers &+= 1 }
            if length == 1, classes[place].contains(.firstPerson), !token.shape.contains(.startsUpper) {
                lowercasePronouns &+= 1
            }
            countEnding(token, text.folded)
            if Self.isCalled(token, text.bytes) { called &+= 1 }
        }
        shapeCounts &+= SIMD8<UInt32>(truncatingIfNeeded: shapeLanes)
        classCounts &+= SIMD32<UInt32>(truncatingIfNeeded: classLanes)
    }

    private mutating func countSentenceStart(_ shape: TokenShape) {
        if shape.contains(.startsUpper) {
            if shape.contains(.hasLower) { capitalStarts += 1 }
        } else if shape.contains(.hasLower) {
            uncapitalizedSentences += 1
        }
    }

    // MARK: Shapes

    /// The amount that each shape adds to the lanes of ``Lane``.
    private static let shapeLanes = FixedTable(
        (0...UInt8.max).map { raw -> SIMD8<UInt8> in
            let shape = TokenShape(rawValue: raw)
            let startsUpper = shape.contains(.startsUpper)
            let hasLower = shape.contains(.hasLower)
            let innerUpper = shape.contains(.innerUpper)
            let isNamed = shape.contains(.hasUnderscore) || innerUpper && hasLower
            let facts = [
                shape.contains(.hasDigit), shape.contains(.elongated), startsUpper, startsUpper && hasLower,
                startsUpper && innerUpper && !hasLower, isNamed, innerUpper && hasLower,
                shape.contains(.hasUnderscore),
            ]
            return SIMD8(facts.map { $0 ? 1 : 0 })
        })

    // MARK: Ends

    /// Counts the endings -ed and -ing in words of at least five letters. The code has no branches: half of
    /// all words are that long, so a branch would often be mispredicted.
    @inline(__always)
    private mutating func countEnding(_ token: Token, _ folded: UnsafeBufferPointer<UInt8>) {
        let upper = Int(token.foldedUpperBound)
        guard upper >= 4 else { return }
        let last = UInt32(
            littleEndian: UnsafeRawBufferPointer(folded).loadUnaligned(
                fromByteOffset: upper &- 4, as: UInt32.self))
        let isLong = token.foldedUpperBound &- token.foldedLowerBound > 4 ? 1 : 0
        pastTense &+= isLong & (last >> 16 == 0x6465 ? 1 : 0)
        progressive &+= isLong & (last >> 8 == 0x67_6E69 ? 1 : 0)
    }

    /// `true` if `(`, `::` or `->` directly follows a word without an underscore. A word with an underscore
    /// is an identifier in any case.
    @inline(__always)
    private static func isCalled(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = Int(token.upperBound)
        guard end &+ 1 < bytes.count else { return false }
        let two = UInt16(
            littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: end, as: UInt16.self))
        guard UInt8(truncatingIfNeeded: two) == UInt8(ascii: "(") || two == 0x3A3A || two == 0x3E2D else {
            return false
        }
        return !token.shape.contains(.hasUnderscore)
    }
}

extension WordSurvey {
    /// Writes the features that depend on words.
    ///
    /// - Parameter features: The output, which must already contain the number of paragraphs.
    func write(to features: FeatureValues) {
        features[.wordCount] = Double(words)
        features[.sentenceCount] = Double(sentences.count)
        features[.meanWordLength] = lengths.mean
        features[.wordLengthDeviation] = lengths.deviation
        features[.meanSentenceLength] = ratio(words, sentences.count)
        features[.meanParagraphLength] = ratio(words, Int(features[.paragraphCount]))
        features[.lexicalDiversity] = words == 0 ? 1 : ratio(distinct, words)
        features[.uncapitalizedSentenceRatio] = min(1, ratio(uncapitalizedSentences, sentences.count))
        features[.identifierRatio] = min(1, ratio(count(of: .identifier) + called, words))
        // The first word of a sentence is capitalized anyway.
        features[.capitalizedWordRatio] = ratio(count(of: .capital) - capitalStarts, words)
        features[.pastTenseRatio] = ratio(pastTense, words)
        features[.progressiveRatio] = ratio(progressive, words)
        features[.longWordRatio] = ratio(long, words)
        features[.numberWordRatio] = ratio(count(of: .digit), words)
        features[.allCapsWordRatio] = ratio(count(of: .allCaps), words)
        features[.titleCaseRatio] = ratio(count(of: .titleCase), words)
        features[.elongationCount] = Double(count(of: .elongated))
        features[.lowercasePronounCount] = Double(lowercasePronouns)
        features.set(.questionWordStart, questionStart)
        features.set(.greetingStart, greetingStart)
        features[.missingApostropheCount] = Double(count(of: .missingApostrophe))
        for (wordClass, feature) in WordClass.ratios {
            features[feature] = ratio(count(of: wordClass), words)
        }
    }

    private func ratio(_ part: Int, _ whole: Int) -> Double { FeatureSurvey.ratio(part, whole) }
}

/// Finds the first word of each sentence by walking words and sentences in parallel.
struct SentenceStarts {
    private let sentences: UnsafeBufferPointer<TextSpan>
    private var index = 0
    /// The next word at or after this offset is the first word of a sentence.
    private(set) var next: Int32

    init(_ sentences: UnsafeBufferPointer<TextSpan>) {
        self.sentences = sentences
        next = Int32(truncatingIfNeeded: sentences.first?.lowerBound ?? 0)
    }

    /// Advances to the first sentence that begins after a word.
    mutating func pass(_ token: Token) {
        index += 1
        while index < sentences.count, sentences[index].lowerBound < Int(token.upperBound) { index += 1 }
        next = index < sentences.count ? Int32(truncatingIfNeeded: sentences[index].lowerBound) : .max
    }
}
