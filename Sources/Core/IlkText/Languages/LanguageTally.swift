/// The scores of all languages while a text is read.
///
/// The costs from the dense table are accumulated separately in ``CostSums`` and subtracted from the sums by
/// ``subtractCosts()``.
struct LanguageTally: LanguageSink {
    /// The number of units of the sums per unit of cost in the dense table.
    static let denseUnit: Int32 = 2

    let model: LanguageModel
    /// The score of each language. Higher is better.
    let sums: UnsafeMutableBufferPointer<Int32>
    let letters: UnsafeMutableBufferPointer<Int32>
    /// The number of known features, of words of prose and of words of code.
    var known = 0
    var words = 0
    var codeWords = 0
    var capitals = 0
    /// The index of the first language of each group in the sums, minus one.
    private let bases: SIMD8<Int32>
    private var costs = CostSums()

    /// The number of sums. A file has at most 96 languages. An entry of a damaged file can name up to 63
    /// indices beyond the start of a group, so further sums are allocated.
    private static let sumCount = 160
    /// The number of elements of the buffer that a tally needs: the sums and one letter count per script.
    static let numberCount = sumCount + Int(WritingScript.han.rawValue) + 1

    /// Creates a tally that writes into `numbers`. The buffer must contain ``numberCount`` zeros and outlive
    /// the tally.
    init(_ model: LanguageModel, _ numbers: UnsafeMutableBufferPointer<Int32>) {
        self.model = model
        var bases = SIMD8<Int32>(repeating: 0)
        for index in 0..<model.ranges.count {
            bases[index] = Int32(truncatingIfNeeded: model.ranges[index].lowerBound) - 1
        }
        self.bases = bases
        sums = UnsafeMutableBufferPointer(rebasing: numbers[..<Self.sumCount])
        letters = UnsafeMutableBufferPointer(rebasing: numbers[Self.sumCount...])
    }

    @inline(__always)
    mutating func word(_ windows: UnsafeBufferPointer<UInt64>, of group: LanguageGroup, isCapital: Bool) {
        let count = windows.count - 1
        words += 1
        if isCapital { capitals += 1 }
        letters[Int(Self.script(of: group).rawValue)] += Int32(truncatingIfNeeded: count)
        let base = Int(bases[Int(group.rawValue)])
        for index in 0...count {
            let window = windows[index]
            let longest = min(index + 2, LanguageFeature.longestRun)
            // A bigram adds nothing to a known trigram that contains it.
            if longest < 3 || !addRun(LanguageFeature.ngram(window, 3), group, base) {
                _ = addRun(LanguageFeature.ngram(window, 2), group, base)
            }
            // The 5-gram is looked up if the 4-gram is known or if the 5-gram is a whole word. Otherwise, the
            // 5-gram is rarely known.
            if longest >= 4 {
                let isKnown = addEntry(LanguageFeature.ngram(window, 4), base)
                let isWord = index == count && count == LanguageFeature.longestRun - 2
                if longest >= 5, isKnown || isWord { addEntry(LanguageFeature.ngram(window, 5), base) }
            }
        }
        if count >= LanguageFeature.shortestWord { addEntry(LanguageFeature.word(windows), base) }
    }

    mutating func codeWord() { codeWords += 1 }

    mutating func letter(_ scalar: UInt32) {
        let script = WritingScript.table.withUnsafeBufferPointer { WritingScript.script(of: scalar, in: $0) }
        letters[Int(script.rawValue)] += 1
    }

    mutating func ideograph(_ scalar: UInt32) {
        letters[Int((scalar == 0x3042 ? WritingScript.hiragana : .han).rawValue)] += 1
        let base = Int(bases[Int(LanguageGroup.han.rawValue)])
        addEntry(LanguageFeature.ideograph(scalar), base)
    }

    /// Returns the script under which the letters of a group are counted.
    static func script(of group: LanguageGroup) -> WritingScript {
        switch group {
        case .latin: .latin
        case .cyrillic: .cyrillic
        case .arabic: .arabic
        case .devanagari: .devanagari
        case .han: .han
        }
    }

    @inline(__always)
    private mutating func addRun(_ run: UInt64, _ group: LanguageGroup, _ base: Int) -> Bool {
        group == .latin && addRow(run) || addEntry(run, base)
    }

    @inline(__always)
    private mutating func addRow(_ feature: UInt64) -> Bool {
        guard let at = model.dense.row(LanguageFeature.hash(feature)) else { return false }
        known += 1
        if costs.add(at) { subtractCosts() }
        return true
    }

    @inline(__always)
    @discardableResult
    private mutating func addEntry(_ feature: UInt64, _ base: Int) -> Bool {
        var entry = model.sparse.entry(LanguageFeature.hash(feature))
        guard entry != 0 else { return false }
        known += 1
        while entry != 0 {
            // Six bits of language, counted from one within its group, below six bits of bonus.
            sums[base + Int(entry & 63)] += Int32(truncatingIfNeeded: (entry >> 6) & 63)
            entry >>= 12
        }
        return true
    }

    /// Subtracts the accumulated costs from the sums.
    mutating func subtractCosts() {
        let base = Int(bases[0]) + 1
        costs.forEach { sums[base + $0] &-= $1 &* Self.denseUnit }
        costs.clear()
    }
}
