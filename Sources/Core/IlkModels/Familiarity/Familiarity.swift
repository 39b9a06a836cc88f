package import IlkVocabulary

/// An estimate of how similar a text is to the training texts of a model, regardless of their labels.
///
/// The estimate reads the first 500 bytes of a text and measures two things: the probability of each
/// character given the three characters before it, and the share of words that occur in the training texts.
/// ``FamiliarityTable`` stores the frequent n-grams and words as hashes.
public struct Familiarity: Sendable {
    /// The maximum number of bytes that are read from the beginning of a text.
    package static let reach = 500

    private let storage: ModelStorage
    private let grams: FamiliarityTable
    private let words: FamiliarityTable
    private let calibration: FamiliarityCalibration

    /// Reads the familiarity section of a model file, or returns `nil` if the file has none.
    init?(_ file: ModelFile) throws(FormatError) {
        guard let section = file.range(of: .familiarity) else { return nil }
        try self.init(file.storage, section: section)
    }

    /// Reads a familiarity section from the bytes of the section.
    package init(section: [UInt8]) throws(FormatError) {
        try self.init(ModelStorage(copying: section), section: 0..<section.count)
    }

    /// Reads a section with checked bounds.
    private init(_ storage: ModelStorage, section: Range<Int>) throws(FormatError) {
        let start = section.lowerBound
        guard section.count >= Self.frame, let base = storage.bytes.baseAddress else {
            throw FormatError(.malformed, at: start, "the section 'familiarity' is too short")
        }
        let buckets = (0..<2).map { Int(storage.load(UInt32.self, at: start + 4 * $0)) }
        guard buckets.allSatisfy({ $0 > 0 }),
            buckets.reduce(0, +) * FamiliarityTable.bucketBytes == section.count - Self.frame
        else {
            throw FormatError(
                .malformed, at: start,
                "the size of the table in the section 'familiarity' is invalid")
        }
        var numbers = (0..<Self.numberCount).map {
            Double(bitPattern: storage.load(UInt64.self, at: start + 8 + 8 * $0))
        }[...]
        let distributions = (0..<FamiliarityMeasures.ratioCount).map { _ in
            FamiliarityCalibration.Distribution(
                mean: numbers.removeFirst(), between: numbers.removeFirst(), within: numbers.removeFirst())
        }
        calibration = FamiliarityCalibration(
            distributions: distributions, weights: Array(numbers.dropLast()), constant: numbers.last ?? 0)
        guard distributions.allSatisfy(\.isSound), numbers.allSatisfy(\.isFinite) else {
            throw FormatError(.malformed, at: start + 8, "a number in the section 'familiarity' is invalid")
        }
        self.storage = storage
        let tables = base + (start + Self.frame)
        grams = FamiliarityTable(tables, buckets: buckets[0])
        words = FamiliarityTable(tables + buckets[0] * FamiliarityTable.bucketBytes, buckets: buckets[1])
    }

    /// The number of floating-point numbers of a section.
    private static let numberCount = FamiliarityMeasures.ratioCount * 4 + 1
    /// The number of bytes of a section before its tables.
    private static let frame = 8 + 8 * numberCount

    /// Returns the bytes of a familiarity section.
    ///
    /// - Parameters:
    ///   - grams: The table of n-grams. The number of an n-gram is the cost of its last character plus one.
    ///   - words: The table of words.
    package static func section(
        grams: [UInt8], words: [UInt8], calibration: FamiliarityCalibration
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for table in [grams, words] {
            bytes.append(littleEndian: UInt32(table.count / FamiliarityTable.bucketBytes))
        }
        let numbers =
            calibration.distributions.flatMap { [$0.mean, $0.between, $0.within] } + calibration.weights
            + [calibration.constant]
        for number in numbers { bytes.append(littleEndian: number.bitPattern) }
        return bytes + grams + words
    }

    /// Returns the log odds that a text resembles the training texts. A text with log odds below 0 is
    /// unfamiliar.
    ///
    /// For most familiar texts, the words in the first 96 bytes suffice, and the n-grams are not read.
    ///
    /// - Parameter bytes: The text in UTF-8.
    /// - Complexity: O(1), because at most the first 500 bytes of the text are read.
    public func logOdds(of bytes: UnsafeBufferPointer<UInt8>) -> Double {
        let start = UnsafeBufferPointer(rebasing: bytes.prefix(Self.firstReach))
        let words = measure(start, readsGrams: false)
        guard !calibration.isClear(words) else { return calibration.logOddsWithoutCost(words) }
        let measures = measure(bytes)
        return min(calibration.logOdds(measures), measures.greatestLogOdds)
    }

    /// The number of bytes at the beginning of a text whose words are read first.
    private static let firstReach = 96

    /// Computes the measurements of a text from which its familiarity follows.
    package func measure(_ bytes: UnsafeBufferPointer<UInt8>) -> FamiliarityMeasures {
        measure(bytes, readsGrams: true)
    }

    @inline(__always)
    private func measure(_ bytes: UnsafeBufferPointer<UInt8>, readsGrams: Bool) -> FamiliarityMeasures {
        var measures = FamiliarityMeasures()
        var stream = CharacterStream(bytes)
        var window = CharacterWindow()
        var word = WordHash()
        while let character = stream.next() {
            measures.characters &+= 1
            if readsGrams {
                window.add(character.code)
                measures.cost &+= cost(window)
                if character.isLetter { countLetter(window, &measures) }
            }
            if word.letters > 0, !character.isLetter || character.beginsWord {
                endWord(&word, &measures)
            }
            if character.isLetter { word.add(character.code) }
        }
        if word.letters > 0 { endWord(&word, &measures) }
        return measures
    }

    /// Returns the cost of the last character.
    @inline(__always)
    private func cost(_ window: CharacterWindow) -> Int {
        // Unrolled, since the length is a constant of the hash.
        let backoff = FamiliarityMeasures.backoffCost
        var number = grams.number(of: window.hash(length: 4))
        if number > 0 { return number &- 1 }
        number = grams.number(of: window.hash(length: 3))
        if number > 0 { return min(FamiliarityMeasures.greatestCost, number &- 1 &+ backoff) }
        number = grams.number(of: window.hash(length: 2))
        if number > 0 { return min(FamiliarityMeasures.greatestCost, number &- 1 &+ 2 &* backoff) }
        number = grams.number(of: window.hash(length: 1))
        if number > 0 { return min(FamiliarityMeasures.greatestCost, number &- 1 &+ 3 &* backoff) }
        return FamiliarityMeasures.greatestCost
    }

    /// Counts the last character, a letter, as rare or learned. ASCII letters are common in texts of all
    /// scripts, so they always count as learned.
    @inline(__always)
    private func countLetter(_ window: CharacterWindow, _ measures: inout FamiliarityMeasures) {
        let code = window.codes[0]
        if code >= 0x80 {
            let number = grams.number(of: window.hash(length: 1))
            if number == 0 || number > FamiliarityMeasures.greatestCost {
                if CharacterStream.isLetter(code) { measures.rareLetters &+= 1 }
                return
            }
        }
        measures.learnedLetters &+= 1
    }

    @inline(__always)
    private func endWord(_ word: inout WordHash, _ measures: inout FamiliarityMeasures) {
        let letters = word.letters
        let isKnown = words.number(of: word.finish()) > 0
        guard letters > 1 else { return }
        measures.words &+= 1
        guard isKnown else { return }
        measures.knownWords &+= 1
        if letters > 2 { measures.knownLetters &+= letters }
    }
}

extension Familiarity {
    /// Returns the bytes of a model file with a familiarity section added. The section replaces an earlier
    /// one.
    ///
    /// - Throws: ``FormatError`` if the bytes are not a model.
    package static func added(_ section: [UInt8], to file: [UInt8]) throws(FormatError) -> [UInt8] {
        try ModelFile.adding(.familiarity, section, to: file)
    }

    /// Returns the bytes of the familiarity section of a model file, or `nil` if the file has none.
    package static func section(of storage: ModelStorage) throws(FormatError) -> [UInt8]? {
        try ModelFile(storage).range(of: .familiarity).map { Array(storage.bytes[$0]) }
    }
}
