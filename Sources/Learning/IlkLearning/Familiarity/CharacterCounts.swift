import Glibc
import IlkModels
import IlkTraining

/// The counts of the character n-grams and words of training texts, in total and for each fold. Subtracting
/// the counts of a fold gives the counts of all other texts.
struct CharacterCounts {
    /// The counts of an n-gram or a word in a set of texts.
    struct Count {
        var occurrences: Int32 = 0
        var texts: Int32 = 0
    }

    /// The n-grams of one length. Each refers to two n-grams that are one character shorter: its suffix,
    /// without the first character, and its context, without the last character.
    private struct Level {
        var index = RowIndex()
        var suffixes: [Int32] = []
        var contexts: [Int32] = []
    }

    private let folds: Int
    /// The 16-bit number of each character, in the order of first occurrence. After 65,535 characters, all
    /// further characters share the number 65,535.
    private var numbers = RowIndex()
    /// The n-grams of 1 to 4 characters. A key consists of the numbers of the characters, the first character
    /// in the highest bits.
    private var levels = [Level](repeating: Level(), count: 4)
    private var gramCounts: [Count] = []
    private var gramTexts: [Int32] = []
    /// The row of each word by its hash.
    private var wordRows = RowIndex()
    private var wordTexts: [Int32] = []
    private var wordCounts: [Count] = []
    private var text: Int32 = 0

    init(folds: Int) {
        self.folds = folds
    }

    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, fold: Int) {
        text += 1
        var stream = CharacterStream(bytes)
        let blank = UInt64(number(of: CharacterStream.blank))
        var key = blank << 48 | blank << 32 | blank << 16 | blank
        var word = WordHash()
        while let character = stream.next() {
            key = key << 16 | UInt64(number(of: character.code))
            addGram(key, fold)
            if word.letters > 0, !character.isLetter || character.beginsWord { addWord(&word, fold) }
            if character.isLetter { word.add(character.code) }
        }
        if word.letters > 0 { addWord(&word, fold) }
    }

    private mutating func number(of code: UInt64) -> UInt16 {
        if let number = numbers[code] { return UInt16(number) }
        guard numbers.hashes.count < Int(UInt16.max) else { return .max }
        return UInt16(numbers.insert(code))
    }

    /// Returns the row of an n-gram, after inserting it with its suffix and context if necessary.
    private mutating func row(of key: UInt64, length: Int) -> Int32 {
        let row = levels[length - 1].index.row(of: key)
        // A new n-gram has no suffix yet.
        guard length > 1, Int(row) == levels[length - 1].suffixes.count else { return row }
        let (suffix, context) = (key & Self.mask(length - 1), key >> 16 & Self.mask(length - 1))
        let suffixRow = self.row(of: suffix, length: length - 1)
        let contextRow = self.row(of: context, length: length - 1)
        levels[length - 1].suffixes.append(suffixRow)
        levels[length - 1].contexts.append(contextRow)
        return row
    }

    private mutating func addGram(_ key: UInt64, _ fold: Int) {
        let row = Int(row(of: key, length: 4))
        if row == gramTexts.count {
            gramTexts.append(0)
            gramCounts.append(contentsOf: repeatElement(Count(), count: folds))
        }
        gramCounts[row * folds + fold].occurrences += 1
        guard gramTexts[row] != text else { return }
        gramTexts[row] = text
        gramCounts[row * folds + fold].texts += 1
    }

    private mutating func addWord(_ word: inout WordHash, _ fold: Int) {
        let row = Int(wordRows.row(of: word.finish()))
        if row == wordTexts.count {
            wordTexts.append(0)
            wordCounts.append(contentsOf: repeatElement(Count(), count: folds))
        }
        guard wordTexts[row] != text else { return }
        wordTexts[row] = text
        wordCounts[row * folds + fold].texts += 1
    }

    private func sum(_ counts: [Count], _ row: Int, without fold: Int?) -> Count {
        var sum = Count()
        for index in 0..<folds where index != fold {
            let count = counts[row * folds + index]
            sum.occurrences += count.occurrences
            sum.texts += count.texts
        }
        return sum
    }
}

extension CharacterCounts {
    /// The weight of the probability after the shorter context, in occurrences.
    private static let smoothing = 5.0

    /// Returns a table entry for each n-gram: the cost (-ln *p*) of its last character after the characters
    /// before it. The entries are computed from the texts outside a fold, or from all texts if `fold` is
    /// `nil`.
    ///
    /// The probability *p* of a character is interpolated with its probability after a shorter context (F.
    /// Jelinek and R. L. Mercer 1980). The more often the context occurs, the less the shorter context
    /// counts. The importance of an n-gram is the change in the total cost of the training texts if its entry
    /// is removed (A. Stolcke 1998).
    func grams(without fold: Int?, minimumTexts: Int) -> [FamiliarityTable.Entry] {
        let grams = gramTexts.indices.map { sum(gramCounts, $0, without: fold) }
        // The numbers of occurrences of the n-grams, and of the characters after them, indexed by length - 1.
        var counts = levels.map { [Double](repeating: 0, count: $0.index.hashes.count) }
        var contexts = counts
        for (row, count) in grams.enumerated() {
            counts[3][row] = Double(count.occurrences)
            contexts[2][Int(levels[3].contexts[row])] += Double(count.occurrences)
        }
        for length in [3, 2, 1] {
            for (row, suffix) in levels[length].suffixes.enumerated() {
                counts[length - 1][Int(suffix)] += counts[length][row]
                if length < 3 { contexts[length - 1][Int(suffix)] += contexts[length][row] }
            }
        }
        let total = counts[0].reduce(0, +)
        var entries: [FamiliarityTable.Entry] = []
        var shorter: [Double] = []
        for (place, level) in levels.enumerated() {
            var probabilities = [Double](repeating: 0, count: counts[place].count)
            for (row, occurrences) in counts[place].enumerated() where occurrences > 0 {
                var (probability, importance) = (occurrences / total, Double.infinity)
                if place > 0 {
                    let backoff = shorter[Int(level.suffixes[row])]
                    let context = contexts[place - 1][Int(level.contexts[row])]
                    probability = (occurrences + Self.smoothing * backoff) / (context + Self.smoothing)
                    let backedOff = Self.cost(backoff) + FamiliarityMeasures.backoffCost
                    importance = occurrences * abs(Double(backedOff - Self.cost(probability)))
                }
                probabilities[row] = probability
                let isKept = place < 3 ? Int(occurrences) >= minimumTexts : grams[row].texts >= minimumTexts
                guard isKept else { continue }
                entries.append(
                    FamiliarityTable.Entry(
                        hash: hash(level.index.hashes[row], length: place + 1),
                        number: Self.cost(probability) + 1, importance: importance))
            }
            shorter = probabilities
        }
        return entries
    }

    /// Returns a table entry for each word in the texts outside a fold, or in all texts if `fold` is `nil`.
    /// Omits words that occur in fewer than `minimumTexts` texts.
    func words(without fold: Int?, minimumTexts: Int) -> [FamiliarityTable.Entry] {
        wordRows.hashes.enumerated().compactMap { row, hash in
            let texts = Int(sum(wordCounts, row, without: fold).texts)
            guard texts >= minimumTexts else { return nil }
            return FamiliarityTable.Entry(hash: hash, number: 1, importance: Double(texts))
        }
    }

    private static func mask(_ length: Int) -> UInt64 { ~0 >> UInt64(64 - 16 * length) }

    /// Returns -ln *p* of a probability *p*, in units of ``FamiliarityMeasures/costUnit``.
    private static func cost(_ probability: Double) -> Int {
        guard probability > 0 else { return FamiliarityMeasures.greatestCost }
        let cost = (-log(probability) / FamiliarityMeasures.costUnit).rounded()
        return min(FamiliarityMeasures.greatestCost, max(0, Int(cost)))
    }

    private func hash(_ key: UInt64, length: Int) -> UInt64 {
        var window = SIMD4<UInt64>(repeating: 0)
        for place in 0..<length {
            let number = Int(key >> UInt64(16 * place) & 0xFFFF)
            window[place] = number < numbers.hashes.count ? numbers.hashes[number] : 0
        }
        return CharacterWindow.hash(window, length: length)
    }
}
