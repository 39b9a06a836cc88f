import IlkText

/// Adds up the weights of a text's words, pairs and pieces in one pass over its units, for models of up to eight
/// categories, of either kind. For one thread at a time.
///
/// What a stretch's runs of characters add up to is remembered from text to text, so that of frequent words no run is looked
/// up twice.
package final class StretchScan {
    /// What a family came to in a text.
    struct Sum {
        var weights = SIMD8<Int32>(repeating: 0)
        /// How many features of the family the text has, known or not.
        var features = 0
        /// How many of them the model knows; none in buckets, where features are not told apart.
        var known = 0
    }

    /// The weights that are added up; nil for families that the model does not have.
    struct Weights {
        /// What the memory is of.
        let storage: ModelStorage
        let words: FeatureTable?
        let pairs: WeightBuckets?
        let pieces: RunWeights?
        /// What runs of known words come to, where the model's file says it.
        var folded: FoldedStretches?
    }

    /// The most categories that are added up at once.
    package static let mostCategories = 8
    /// The families that are read.
    static let families: [FeatureFamily] = [.words, .pairs, .pieces]

    @exclusivity(unchecked) private(set) var words = Sum()
    @exclusivity(unchecked) private(set) var pairs = Sum()
    @exclusivity(unchecked) private(set) var pieces = Sum()

    @exclusivity(unchecked) private var memory = StretchMemory()
    private let seenPairs = HashSet()
    /// The stretches of the text at hand that found no place in the memory.
    private let seenStretches = HashSet()
    @exclusivity(unchecked) private var hasUnplaced = false
    /// The words of a text in which some are part of a longer stretch: in others a word is new when its stretch is.
    private let seenWords = HashSet()
    @exclusivity(unchecked) private var hasLong = false
    // Memory of this object alone, as long as the longest text needed.
    /// The hash of each unit's name; nothing for gaps.
    @exclusivity(unchecked) private var forms: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var capacity = 256
    @exclusivity(unchecked) private var characters = StretchCharacters()
    /// The characters of a stretch that is looked up.
    @exclusivity(unchecked) private var material: [UInt8] = []

    init() {
        forms = .allocate(capacity: capacity)
    }

    deinit {
        forms.deallocate()
        memory.release()
    }

    /// What one of the families came to.
    subscript(family: FeatureFamily) -> Sum {
        switch family {
        case .words: words
        case .pairs: pairs
        default: pieces
        }
    }

    /// Forgets the text before.
    private func begin(_ weights: borrowing Weights) {
        (words, pairs, pieces) = (Sum(), Sum(), Sum())
        (hasUnplaced, hasLong) = (false, false)
        memory.begin(weights.storage)
    }

    func read(_ units: UnsafeBufferPointer<TextUnit>, _ view: AnalyzedText.View, _ weights: borrowing Weights)
    {
        begin(weights)
        name(units, view)
        if let buckets = weights.pairs { addPairs(units, buckets) }
        guard weights.words != nil || weights.pieces != nil else { return }
        var index = 0
        while index < units.count {
            let unit = units[index]
            guard !unit.type.isGap else {
                index &+= 1
                continue
            }
            let end = PieceReader.end(of: index, units)
            if end == index &+ 1, unit.type != .tag, unit.type != .emoji {
                addSingle(unit, forms[index], view, weights)
            } else {
                addLong(index..<end, units, view, weights)
            }
            index = end
        }
    }

    /// The hash of a unit's name.
    @inline(__always)
    private func form(of unit: TextUnit, _ view: AnalyzedText.View) -> UInt64 {
        if unit.type == .word, !view.tokens[Int(unit.token)].shape.contains(.hasDigit) {
            return view.wordHashes[Int(unit.word)]
        }
        return PairReader.form(of: unit, view, &material)
    }

    private func name(_ units: UnsafeBufferPointer<TextUnit>, _ view: AnalyzedText.View) {
        if capacity < units.count {
            forms.deallocate()
            capacity = units.count
            forms = .allocate(capacity: capacity)
        }
        for (index, unit) in units.enumerated() where !unit.type.isGap {
            forms[index] = form(of: unit, view)
        }
    }

    private func addPairs(_ units: UnsafeBufferPointer<TextUnit>, _ buckets: WeightBuckets) {
        seenPairs.clear(expected: units.count)
        var sum = Sum()
        var last = PairReader.startHash
        for (index, unit) in units.enumerated() where !unit.type.isGap {
            let hash = FeatureHash.neighbours(last, forms[index])
            last = forms[index]
            guard seenPairs.insert(hash) else { continue }
            sum.features &+= 1
            sum.weights &+= SIMD8<Int32>(truncatingIfNeeded: buckets.weights(hash))
        }
        let hash = FeatureHash.neighbours(last, PairReader.endHash)
        if seenPairs.insert(hash) {
            sum.features &+= 1
            sum.weights &+= SIMD8<Int32>(truncatingIfNeeded: buckets.weights(hash))
        }
        pairs = sum
    }

    /// A stretch that is one word, number or mark.
    @inline(__always)
    private func addSingle(
        _ unit: TextUnit, _ form: UInt64, _ view: AnalyzedText.View, _ weights: borrowing Weights
    ) {
        guard let place = memory.place(of: form) else {
            if addFolded(form, isWord: unit.type.isWordLike, weights) { return }
            material.removeAll(keepingCapacity: true)
            if weights.pieces != nil { PieceReader.append(unit, view, to: &material) }
            return addNew(form, isWord: unit.type.isWordLike, weights)
        }
        guard place.pointee.text != memory.text else { return }
        place.pointee.text = memory.text
        add(place.pointee, isWord: unit.type.isWordLike)
    }

    /// Adds a stretch that the text has not had, as far as the memory can tell.
    @inline(__always)
    private func add(_ entry: StretchMemory.Entry, isWord: Bool) {
        addPieces(entry)
        guard isWord else { return }
        if hasLong, !seenWords.insert(entry.key) { return }
        words.features &+= 1
        words.weights &+= SIMD8<Int32>(truncatingIfNeeded: entry.word)
        words.known &+= Int(entry.known & 1)
    }

    @inline(__always)
    private func addPieces(_ entry: StretchMemory.Entry) {
        pieces.features &+= Int(entry.runs)
        pieces.known &+= Int(entry.known &>> 1)
        pieces.weights &+= entry.pieces
    }

    /// Adds a stretch that is not remembered: looked up, and put where the one stands that was met longer ago. Its
    /// characters are in the material, where runs of them are wanted.
    @inline(never)
    private func addNew(_ form: UInt64, isWord: Bool, _ weights: borrowing Weights) {
        guard let older = memory.older(of: form) else { return }
        guard let (sum, isPlaced) = look(up: form, older, weights) else { return }
        var entry = StretchMemory.Entry(key: form, text: memory.text)
        if isWord, let table = weights.words { entry.take(word: form, of: table) }
        if isPlaced {
            entry.take(sum)
            older.pointee = entry
            add(entry, isWord: isWord)
        } else {
            pieces.add(sum)
            add(entry, isWord: isWord)
        }
    }

    /// Adds and remembers a stretch that was folded when the model was made, and tells whether it was: else its characters
    /// have to be looked up.
    @inline(__always)
    private func addFolded(_ form: UInt64, isWord: Bool, _ weights: borrowing Weights) -> Bool {
        guard let folded = weights.folded, let older = memory.older(of: form),
            older.pointee.text != memory.text,
            var entry = folded.entry(of: form)
        else { return false }
        entry.text = memory.text
        if isWord, let table = weights.words { entry.take(word: form, of: table) }
        older.pointee = entry
        add(entry, isWord: isWord)
        return true
    }

    /// What the runs of the stretch in the material come to, and whether it may be remembered; nil where it is one of the
    /// text's that found no place in the memory, and was added.
    private func look(
        up key: UInt64, _ older: UnsafeMutablePointer<StretchMemory.Entry>, _ weights: borrowing Weights
    ) -> (sum: Sum, isPlaced: Bool)? {
        var sum = Sum()
        var isPlaced = older.pointee.text != memory.text
        if !isPlaced, !isNew(key) { return nil }
        if let runs = weights.pieces {
            material.withUnsafeBufferPointer { characters.read($0) }
            sum = characters.sum(runs)
            if isPlaced, sum.features > StretchMemory.mostRuns {
                isPlaced = false
                if !isNew(key) { return nil }
            }
        }
        return (sum, isPlaced)
    }

    /// Whether a stretch without a place is new to the text.
    private func isNew(_ key: UInt64) -> Bool {
        if !hasUnplaced { seenStretches.clear() }
        hasUnplaced = true
        return seenStretches.insert(key)
    }

    /// Notes the words so far, all of which are stretches, when the first longer stretch comes.
    private func noteWords(_ units: UnsafeBufferPointer<TextUnit>, before end: Int) {
        hasLong = true
        seenWords.clear(expected: units.count)
        for index in 0..<end where units[index].type.isWordLike { _ = seenWords.insert(forms[index]) }
    }

    /// A word of a longer stretch.
    private func addWord(_ form: UInt64, _ weights: borrowing Weights) {
        guard seenWords.insert(form), let table = weights.words else { return }
        words.features &+= 1
        let offset = table.find(FeatureHash.word(form))
        guard offset >= 0 else { return }
        words.known &+= 1
        for category in 0..<min(Self.mostCategories, table.categories) {
            words.weights[category] &+= Int32(table.weight(at: offset, category))
        }
    }

    /// Words that touch, or a tag or an emoji: what is read of characters is not the word's name.
    @inline(never)
    private func addLong(
        _ range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>, _ view: AnalyzedText.View,
        _ weights: borrowing Weights
    ) {
        if !hasLong { noteWords(units, before: range.lowerBound) }
        for place in range where weights.words != nil && units[place].type.isWordLike {
            addWord(WordReader.form(of: units[place], view, &material), weights)
        }
        guard weights.pieces != nil else { return }
        material.removeAll(keepingCapacity: true)
        for place in range { PieceReader.append(units[place], view, to: &material) }
        let first = units[range.lowerBound]
        let key = material.withUnsafeBufferPointer { PieceReader.key(of: $0, first, range.count) }
        if let place = memory.place(of: key) {
            guard place.pointee.text != memory.text else { return }
            place.pointee.text = memory.text
            return addPieces(place.pointee)
        }
        guard let older = memory.older(of: key), let (sum, isPlaced) = look(up: key, older, weights) else {
            return
        }
        pieces.add(sum)
        if isPlaced {
            var entry = StretchMemory.Entry(key: key, text: memory.text)
            entry.take(sum)
            older.pointee = entry
        }
    }
}

extension StretchScan.Sum {
    /// Adds what runs of characters came to.
    @inline(__always)
    mutating func add(_ other: StretchScan.Sum) {
        weights &+= other.weights
        features &+= other.features
        known &+= other.known
    }
}

extension StretchMemory.Entry {
    /// Puts in what the stretch weighs as a word, if the table has it.
    mutating func take(word form: UInt64, of table: FeatureTable) {
        let offset = table.find(FeatureHash.word(form))
        guard offset >= 0 else { return }
        known |= 1
        for category in 0..<min(StretchScan.mostCategories, table.categories) {
            word[category] = table.weight(at: offset, category)
        }
    }

    /// Puts in what the runs of the stretch come to.
    mutating func take(_ sum: StretchScan.Sum) {
        pieces = sum.weights
        runs = UInt16(clamping: sum.features)
        known |= UInt16(clamping: sum.known) &<< 1
    }
}
