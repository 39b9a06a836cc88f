/// Guesses the language of a text from its frequent words.
struct FrequentWordTally: FrequentWordSink {
    private let model: LanguageModel
    private let table: FrequentWordTable
    private var known = 0
    private var costs = CostSums()
    // `true` if the sums overflowed and therefore cover only later words. A text that is read completely
    // never has so many words.
    private var isFull = false

    init?(_ model: LanguageModel) {
        guard let table = model.words else { return nil }
        self.model = model
        self.table = table
    }

    @inline(__always)
    mutating func word(_ key: UInt64) {
        let (row, isKnown) = table.row(of: key)
        known &+= isKnown ? 1 : 0
        if costs.add(row) { isFull = true }
    }

    /// Returns the guess if the words are conclusive.
    mutating func verdict(_ reader: FrequentWordReader) -> LanguageGuess? {
        // Frequent words are not conclusive for texts that consist of names or code, or that use other
        // alphabets.
        guard !isFull, reader.words >= 5, known * 5 >= reader.words, reader.codeWords * 8 <= reader.words,
            reader.foreign * 8 <= reader.letters
        else { return nil }
        let range = model.ranges[Int(LanguageGroup.latin.rawValue)]
        let nothing = model.weights.noLanguageIndex - range.lowerBound
        let code = codeCost(reader)
        return model.priors.withUnsafeBufferPointer { priors in
            var (best, second) = (-1, -1)
            var (least, next) = (Int32.max, Int32.max)
            costs.forEach { place, sum in
                guard place < range.count else { return }
                let cost = sum &+ priors[range.lowerBound + place] / 2 &+ (place == nothing ? code : 0)
                if cost < least {
                    (second, next) = (best, least)
                    (best, least) = (place, cost)
                } else if cost < next {
                    (second, next) = (place, cost)
                }
            }
            guard best >= 0, second >= 0, next - least >= table.margin, best != nothing else { return nil }
            let share = Double(reader.words) / Double(reader.words + reader.codeWords)
            return LanguageGuess(
                language: model.languages[range.lowerBound + best],
                confidence: LanguageTally.mostCertain * share,
                runnerUp: second == nothing ? nil : model.languages[range.lowerBound + second], script: .latin
            )
        }
    }

    /// Returns the cost of "no language", in quarters of a nat. Words of prose raise the cost, and words of
    /// code lower the cost.
    private func codeCost(_ reader: FrequentWordReader) -> Int32 {
        Int32(clamping: reader.words) &* model.weights.proseWord / 2
            &- Int32(clamping: reader.codeWords) &* model.weights.codeWord / 2
    }
}
