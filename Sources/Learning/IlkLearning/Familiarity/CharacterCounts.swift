import Glibc
import IlkModels

/// The counts of the 4-grams and words of training texts, by fold, so that the counts without a fold are a
/// subtraction.
struct CharacterCounts {
    /// The counts of an n-gram or a word in a set of texts.
    struct Count {
        var occurrences: Int32 = 0
        var texts: Int32 = 0
    }

    private let folds: Int
    /// The number of each character. Numbers have 16 bits; further characters share the last number.
    private var numbers: [UInt64: UInt16] = [:]
    private var codes: [UInt64] = []
    /// The row of each 4-gram: four numbers, the first character highest.
    private var gramRows: [UInt64: Int32] = [:]
    private var gramCounts: [Count] = []
    private var gramTexts: [Int32] = []
    /// The row of each word by its hash.
    private var wordRows: [UInt64: Int32] = [:]
    private var wordTexts: [Int32] = []
    private var wordCounts: [Count] = []
    private var text: Int32 = 0

    init(folds: Int) {
        self.folds = folds
    }

    /// Adds a text of a fold.
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
        if let number = numbers[code] { return number }
        guard codes.count < Int(UInt16.max) else { return .max }
        let number = UInt16(codes.count)
        numbers[code] = number
        codes.append(code)
        return number
    }

    private mutating func addGram(_ key: UInt64, _ fold: Int) {
        let row = Int(gramRows[key] ?? Int32(gramTexts.count))
        if row == gramTexts.count {
            gramRows[key] = Int32(row)
            gramTexts.append(0)
            gramCounts.append(contentsOf: repeatElement(Count(), count: folds))
        }
        gramCounts[row * folds + fold].occurrences += 1
        guard gramTexts[row] != text else { return }
        gramTexts[row] = text
        gramCounts[row * folds + fold].texts += 1
    }

    private mutating func addWord(_ word: inout WordHash, _ fold: Int) {
        let hash = word.finish()
        let row = Int(wordRows[hash] ?? Int32(wordTexts.count))
        if row == wordTexts.count {
            wordRows[hash] = Int32(row)
            wordTexts.append(0)
            wordCounts.append(contentsOf: repeatElement(Count(), count: folds))
        }
        guard wordTexts[row] != text else { return }
        wordTexts[row] = text
        wordCounts[row * folds + fold].texts += 1
    }

    /// Calls `body` with the key and the count of each 4-gram without a fold, or of all texts.
    private func forEachGram(without fold: Int?, _ body: (UInt64, Count) -> Void) {
        for (key, row) in gramRows {
            let count = sum(gramCounts, row, without: fold)
            if count.occurrences > 0 { body(key, count) }
        }
    }

    private func sum(_ counts: [Count], _ row: Int32, without fold: Int?) -> Count {
        var sum = Count()
        for index in 0..<folds where index != fold {
            let count = counts[Int(row) * folds + index]
            sum.occurrences += count.occurrences
            sum.texts += count.texts
        }
        return sum
    }
}

extension CharacterCounts {
    /// The constant of the interpolation with shorter n-grams, in occurrences.
    private static let smoothing = 5.0

    /// Returns the entries for the n-grams, with the costs of their last characters, of the texts without a
    /// fold, or of all texts.
    ///
    /// The probability of a character is interpolated with the one after a shorter context (F. Jelinek and
    /// R. L. Mercer 1980), with a weight that depends on the number of occurrences of the context. The
    /// importance of an n-gram is the cost that its entry changes in the training texts (A. Stolcke 1998).
    func grams(without fold: Int?, minimumTexts: Int) -> [FamiliarityTable.Entry] {
        var grams: [UInt64: Count] = [:]
        // Shorter n-grams by length - 1, each as the numbers of its characters.
        var counts: [[UInt64: Double]] = [[:], [:], [:]]
        var contexts: [[UInt64: Double]] = [[:], [:], [:]]
        var total = 0.0
        forEachGram(without: fold) { key, count in
            grams[key] = count
            let occurrences = Double(count.occurrences)
            total += occurrences
            for length in 1...3 {
                counts[length - 1][key & Self.mask(length), default: 0] += occurrences
                contexts[length - 1][key >> 16 & Self.mask(length), default: 0] += occurrences
            }
        }
        let least = Double(minimumTexts)
        var entries: [FamiliarityTable.Entry] = []
        var probabilities: [[UInt64: Double]] = [[:], [:], [:]]
        func add(_ key: UInt64, length: Int, occurrences: Double, isKept: Bool) {
            var (probability, importance) = (occurrences / total, Double.infinity)
            if length > 1 {
                let shorter = probabilities[length - 2][key & Self.mask(length - 1)] ?? 0
                let context = contexts[length - 2][key >> 16 & Self.mask(length - 1)] ?? 0
                probability = (occurrences + Self.smoothing * shorter) / (context + Self.smoothing)
                let backedOff = Self.cost(shorter) + FamiliarityMeasures.backoffCost
                importance = occurrences * abs(Double(backedOff - Self.cost(probability)))
            }
            if length < 4 { probabilities[length - 1][key] = probability }
            guard isKept else { return }
            entries.append(
                FamiliarityTable.Entry(
                    hash: hash(key, length: length), number: Self.cost(probability) + 1,
                    importance: importance))
        }
        for length in 1...3 {
            for (key, occurrences) in counts[length - 1] {
                add(key, length: length, occurrences: occurrences, isKept: occurrences >= least)
            }
        }
        for (key, count) in grams where Int(count.texts) >= minimumTexts {
            add(key, length: 4, occurrences: Double(count.occurrences), isKept: true)
        }
        return entries
    }

    /// Returns the entries for the words of the texts without a fold, or of all texts.
    func words(without fold: Int?, minimumTexts: Int) -> [FamiliarityTable.Entry] {
        wordRows.compactMap { hash, row in
            let texts = Int(sum(wordCounts, row, without: fold).texts)
            guard texts >= minimumTexts else { return nil }
            return FamiliarityTable.Entry(hash: hash, number: 1, importance: Double(texts))
        }
    }

    private static func mask(_ length: Int) -> UInt64 { ~0 >> UInt64(64 - 16 * length) }

    /// Returns a cost in units of ``FamiliarityMeasures/costUnit``.
    private static func cost(_ probability: Double) -> Int {
        guard probability > 0 else { return FamiliarityMeasures.greatestCost }
        let cost = (-log(probability) / FamiliarityMeasures.costUnit).rounded()
        return min(FamiliarityMeasures.greatestCost, max(0, Int(cost)))
    }

    private func hash(_ key: UInt64, length: Int) -> UInt64 {
        var window = SIMD4<UInt64>(repeating: 0)
        for place in 0..<length {
            let number = Int(key >> UInt64(16 * place) & 0xFFFF)
            window[place] = number < codes.count ? codes[number] : 0
        }
        return CharacterWindow.hash(window, length: length)
    }
}
