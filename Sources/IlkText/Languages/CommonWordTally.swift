/// Which language the common words of a text are of.
struct CommonWordTally: CommonWordSink {
    /// Rows that may be added before the bytes must be carried over: 17 times 15 is 255.
    private static let rowsHeld = 17
    /// A text with fewer words, or of which fewer than one in so many is common, is not judged by them.
    private static let fewestWords = 5
    private static let leastShare = 4

    private let model: LanguageModel
    private let table: CommonWordTable
    private let margin: Int32
    private var known = 0
    // The costs of languages 0, 2, 4 ... and those of 1, 3, 5 ...: half-bytes added in bytes, bytes in pairs of them.
    private var even = SIMD32<UInt8>()
    private var odd = SIMD32<UInt8>()
    private var held = 0
    private var evenSums = SIMD32<UInt16>()
    private var oddSums = SIMD32<UInt16>()

    init?(_ model: LanguageModel) {
        guard let table = CommonWordTable(model), let words = model.words else { return nil }
        self.model = model
        self.table = table
        margin = words.margin
    }

    @inline(__always)
    mutating func word(_ key: UInt64) {
        let (row, isKnown) = table.row(of: key)
        // The last eight of the bytes are of no language.
        let costs = row.loadUnaligned(as: SIMD32<UInt8>.self)
        even &+= costs & 0x0F
        odd &+= costs &>> 4
        known &+= isKnown ? 1 : 0
        held &+= 1
        if held == Self.rowsHeld { carry() }
    }

    @inline(__always)
    private mutating func carry() {
        evenSums &+= SIMD32<UInt16>(truncatingIfNeeded: even)
        oddSums &+= SIMD32<UInt16>(truncatingIfNeeded: odd)
        even = SIMD32()
        odd = SIMD32()
        held = 0
    }

    /// The guess, when the words leave no doubt.
    mutating func verdict(_ reader: CommonWordReader) -> LanguageGuess? {
        guard reader.words >= Self.fewestWords, known * Self.leastShare >= reader.words,
            reader.foreign * 8 <= reader.letters
        else { return nil }
        carry()
        let range = model.ranges[Int(LanguageGroup.latin.rawValue)]
        var (best, second) = (-1, -1)
        var (least, next) = (Int32.max, Int32.max)
        for place in 0..<range.count {
            let cost = cost(place, range.lowerBound, reader)
            if cost < least {
                (second, next) = (best, least)
                (best, least) = (place, cost)
            } else if cost < next {
                (second, next) = (place, cost)
            }
        }
        guard best >= 0, second >= 0, next - least >= margin,
            range.lowerBound + best != model.weights.nothing
        else { return nil }
        let runnerUp = range.lowerBound + second
        let share = Double(reader.words) / Double(reader.words + reader.codeWords)
        return LanguageGuess(
            language: model.languages[range.lowerBound + best], confidence: LanguageTally.mostCertain * share,
            runnerUp: runnerUp == model.weights.nothing ? nil : model.languages[runnerUp], script: .latin)
    }

    /// What speaks against a language, in quarters of a nat.
    @inline(__always)
    private func cost(_ place: Int, _ base: Int, _ reader: CommonWordReader) -> Int32 {
        let sums = place & 1 == 0 ? evenSums : oddSums
        let cost = Int32(sums[place >> 1]) &+ model.priors[base &+ place] / 2
        guard base &+ place == model.weights.nothing else { return cost }
        return cost &+ Int32(clamping: reader.words) &* model.weights.proseWord / 2
            &- Int32(clamping: reader.codeWords) &* model.weights.codeWord / 2
    }
}
