/// The scores of all languages while a text is read.
///
/// A row of the dense table has 48 costs of four bits. They are added in bytes, eight to a word, those in pairs of bytes
/// before a byte can overflow, and those to the sums before a pair can.
struct LanguageTally: LanguageSink {
    /// The longest run that is looked up in the dense table.
    static let denseRun = 3
    /// How many units of the sums a cost of the dense table is.
    static let denseUnit: Int32 = 2
    /// Rows that may be added before the bytes must be carried over: 17 times 15 is 255.
    private static let rowsHeld = 17
    /// How often bytes may be added to pairs of bytes: 256 times 255 fits.
    private static let spillsHeld = 256

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
    private let tables: LanguageTables
    /// Where the languages of each group begin among the sums, less one.
    private let bases: SIMD8<Int32>
    private var low = SIMD4<UInt64>(repeating: 0)
    private var high = SIMD4<UInt64>(repeating: 0)
    private var held = 0
    private var lowEven = SIMD4<UInt64>(repeating: 0)
    private var lowOdd = SIMD4<UInt64>(repeating: 0)
    private var highEven = SIMD4<UInt64>(repeating: 0)
    private var highOdd = SIMD4<UInt64>(repeating: 0)
    private var spills = 0

    /// Room for the sums of a model's languages, whatever a file says: 96 languages and entries that name 63 more.
    private static let sumCount = 160
    /// How many numbers a tally writes.
    static let numberCount = sumCount + Int(WritingScript.han.rawValue) + 1

    /// A tally that writes into zeroed memory for ``numberCount`` numbers, which must outlast it.
    init(_ model: LanguageModel, _ tables: LanguageTables, _ numbers: UnsafeMutableBufferPointer<Int32>) {
        self.model = model
        self.tables = tables
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
        guard let at = tables.row(LanguageFeature.hash(feature)) else { return false }
        let mask: UInt64 = 0x0F0F_0F0F_0F0F_0F0F
        for part in 0..<3 {
            let row = UInt64(littleEndian: at.loadUnaligned(fromByteOffset: part * 8, as: UInt64.self))
            low[part] &+= row & mask
            high[part] &+= (row >> 4) & mask
        }
        held += 1
        known += 1
        if held == Self.rowsHeld { spill() }
        return true
    }

    @inline(__always)
    @discardableResult
    private mutating func addEntry(_ feature: UInt64, _ base: Int) -> Bool {
        var entry = tables.entry(LanguageFeature.hash(feature))
        guard entry != 0 else { return false }
        known += 1
        while entry != 0 {
            // Six bits of language, counted from one within its group, beneath six of bonus.
            sums[base + Int(entry & 63)] += Int32(truncatingIfNeeded: (entry >> 6) & 63)
            entry >>= 12
        }
        return true
    }

    /// Adds what is held in bytes to what is held in pairs of bytes.
    @inline(__always)
    private mutating func spill() {
        let mask = SIMD4<UInt64>(repeating: 0x00FF_00FF_00FF_00FF)
        lowEven &+= low & mask
        lowOdd &+= (low &>> 8) & mask
        highEven &+= high & mask
        highOdd &+= (high &>> 8) & mask
        low = SIMD4(repeating: 0)
        high = SIMD4(repeating: 0)
        held = 0
        spills += 1
        if spills == Self.spillsHeld { carry() }
    }

    /// Adds what is held to the sums. Half-byte by half-byte, a row's costs are those of languages 0, 1, 2 and so on.
    mutating func carry() {
        if held > 0 { spill() }
        let base = Int(bases[0]) + 1
        for part in 0..<3 {
            for lane in 0..<4 {
                let shift = UInt64(lane * 16)
                let place = base + part * 16 + lane * 4
                subtract(lowEven[part] &>> shift, at: place)
                subtract(highEven[part] &>> shift, at: place + 1)
                subtract(lowOdd[part] &>> shift, at: place + 2)
                subtract(highOdd[part] &>> shift, at: place + 3)
            }
        }
        lowEven = SIMD4(repeating: 0)
        lowOdd = SIMD4(repeating: 0)
        highEven = SIMD4(repeating: 0)
        highOdd = SIMD4(repeating: 0)
        spills = 0
    }

    @inline(__always)
    private func subtract(_ cost: UInt64, at place: Int) {
        sums[place] &-= Int32(truncatingIfNeeded: cost & 0xFFFF) &* Self.denseUnit
    }
}
