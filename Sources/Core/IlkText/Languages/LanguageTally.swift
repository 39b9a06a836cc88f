/// The scores of all languages while a text is read.
///
/// Rows of the dense table are added up apart, and taken off the sums at the end.
struct LanguageTally: LanguageSink {
    /// How many units of the sums a cost of the dense table is.
    static let denseUnit: Int32 = 2

    let model: LanguageModel
    /// The score of each language; more is better.
    let sums: UnsafeMutableBufferPointer<Int32>
    /// Letters read, by script.
    let letters: UnsafeMutableBufferPointer<Int32>
    /// Features looked up that the model knows, and words of each sort.
    var known = 0
    var words = 0
    var codeWords = 0
    /// Words that begin with a capital.
    var capitals = 0
    /// Where the languages of each group begin among the sums, less one.
    private let bases: SIMD8<Int32>
    private var costs = CostSums()

    /// Room for the sums of a model's languages, whatever a file says: 96 languages and entries that name 63 more.
    private static let sumCount = 160
    /// How many numbers a tally writes.
    static let numberCount = sumCount + Int(WritingScript.han.rawValue) + 1

    /// A tally that writes into zeroed memory for ``numberCount`` numbers, which must outlast it.
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
            // A run of two says nothing that the run of three around it has not said.
            if longest < 3 || !addRun(LanguageFeature.run(window, 3), group, base) {
                _ = addRun(LanguageFeature.run(window, 2), group, base)
            }
            // The longest run is looked for where the one before it is known, as it seldom is where that is not; and
            // where it is a whole word.
            if longest >= 4 {
                let isKnown = addEntry(LanguageFeature.run(window, 4), base)
                let isWord = index == count && count == LanguageFeature.longestRun - 2
                if longest >= 5, isKnown || isWord { addEntry(LanguageFeature.run(window, 5), base) }
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

    /// The script that stands for a group in the counts of letters.
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
        if costs.add(at) { carry() }
        return true
    }

    @inline(__always)
    @discardableResult
    private mutating func addEntry(_ feature: UInt64, _ base: Int) -> Bool {
        var entry = model.sparse.entry(LanguageFeature.hash(feature))
        guard entry != 0 else { return false }
        known += 1
        while entry != 0 {
            // Six bits of language, counted from one within its group, beneath six of bonus.
            sums[base + Int(entry & 63)] += Int32(truncatingIfNeeded: (entry >> 6) & 63)
            entry >>= 12
        }
        return true
    }

    /// Takes the costs off the sums.
    mutating func carry() {
        let base = Int(bases[0]) + 1
        costs.forEach { sums[base + $0] &-= $1 &* Self.denseUnit }
        costs.clear()
    }
}
