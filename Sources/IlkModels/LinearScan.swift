import IlkText

/// Adds up the weights of a text's words, pairs and pieces in one pass over its units, for models of up to eight
/// categories. For one thread at a time.
///
/// What a stretch's runs of characters add up to is remembered from text to text, so that of frequent words no run is looked
/// up twice.
final class LinearScan {
    /// What a family came to in a text.
    struct Sum {
        var weights = SIMD8<Int32>(repeating: 0)
        /// How many features of the family the text has, known or not.
        var features = 0
    }

    /// The weights that are added up; nil for families that the model does not have.
    struct Weights {
        /// What the memory is of.
        let storage: ModelStorage
        let words: FeatureTable?
        let pairs: WeightBuckets?
        let pieces: WeightBuckets?
    }

    /// The most categories that are added up at once.
    static let mostCategories = 8
    /// The families that are read.
    static let families: [FeatureFamily] = [.words, .pairs, .pieces]

    @exclusivity(unchecked) private(set) var words = Sum()
    @exclusivity(unchecked) private(set) var pairs = Sum()
    @exclusivity(unchecked) private(set) var pieces = Sum()
    /// How many of the text's words the model knows.
    @exclusivity(unchecked) private(set) var knownWords = 0

    @exclusivity(unchecked) private var memory = StretchMemory()
    @exclusivity(unchecked) private var seenPairs = PairSet()
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
    @exclusivity(unchecked) private var material: [UInt8] = []

    init() {
        forms = .allocate(capacity: capacity)
    }

    deinit {
        forms.deallocate()
        memory.release()
        seenPairs.release()
    }

    /// What one of the families came to.
    subscript(family: FeatureFamily) -> Sum {
        switch family {
        case .words: words
        case .pairs: pairs
        default: pieces
        }
    }

    func read(_ units: UnsafeBufferPointer<TextUnit>, _ view: AnalysisView, _ weights: borrowing Weights) {
        (words, pairs, pieces, knownWords) = (Sum(), Sum(), Sum(), 0)
        (hasUnplaced, hasLong) = (false, false)
        memory.begin(weights.storage)
        name(units, view)
        if let buckets = weights.pairs { addPairs(units, buckets) }
        guard weights.words != nil || weights.pieces != nil else { return }
        var index = 0
        while index < units.count {
            let unit = units[index]
            guard unit.kind != .space, unit.kind != .newline else {
                index &+= 1
                continue
            }
            let end = PieceReader.end(of: index, units)
            if end == index &+ 1, unit.kind != .hashtag, unit.kind != .emoji {
                addSingle(unit, forms[index], view, weights)
            } else {
                addLong(index..<end, units, view, weights)
            }
            index = end
        }
    }

    /// The hash of a unit's name.
    @inline(__always)
    private func form(of unit: TextUnit, _ view: AnalysisView) -> UInt64 {
        if unit.kind == .word, !view.tokens[Int(unit.token)].shape.contains(.hasDigit) {
            return view.hashes[Int(unit.word)]
        }
        return PairReader.form(of: unit, view, &material)
    }

    private func name(_ units: UnsafeBufferPointer<TextUnit>, _ view: AnalysisView) {
        if capacity < units.count {
            forms.deallocate()
            capacity = units.count
            forms = .allocate(capacity: capacity)
        }
        for (index, unit) in units.enumerated() where unit.kind != .space && unit.kind != .newline {
            forms[index] = form(of: unit, view)
        }
    }

    private func addPairs(_ units: UnsafeBufferPointer<TextUnit>, _ buckets: WeightBuckets) {
        seenPairs.begin()
        let seen = seenPairs
        var sum = Sum()
        var last = PairReader.startHash
        for (index, unit) in units.enumerated() where unit.kind != .space && unit.kind != .newline {
            let hash = FeatureHash.neighbours(last, forms[index])
            last = forms[index]
            guard seen.insert(hash) else { continue }
            sum.features &+= 1
            sum.weights &+= SIMD8<Int32>(truncatingIfNeeded: buckets.weights(hash))
        }
        let hash = FeatureHash.neighbours(last, PairReader.endHash)
        if seen.insert(hash) {
            sum.features &+= 1
            sum.weights &+= SIMD8<Int32>(truncatingIfNeeded: buckets.weights(hash))
        }
        pairs = sum
    }

    /// A stretch that is one word, number or mark.
    @inline(__always)
    private func addSingle(
        _ unit: TextUnit, _ form: UInt64, _ view: AnalysisView, _ weights: borrowing Weights
    ) {
        guard let places = memory.places(of: form) else { return }
        let text = memory.text
        var place = places
        if place.pointee.key != form || place.pointee.text == 0 {
            place += 1
            if place.pointee.key != form || place.pointee.text == 0 {
                return addNew(unit, form, view, weights, places)
            }
        }
        if place.pointee.text != text {
            place.pointee.text = text
            add(place.pointee, isWord: unit.kind.isWordLike)
        }
    }

    /// Adds a stretch that the text has not had, as far as the memory can tell.
    @inline(__always)
    private func add(_ entry: StretchMemory.Entry, isWord: Bool) {
        pieces.features &+= Int(entry.runs)
        pieces.weights &+= entry.pieces
        guard isWord else { return }
        if hasLong, !seenWords.insert(entry.key) { return }
        words.features &+= 1
        words.weights &+= SIMD8<Int32>(truncatingIfNeeded: entry.word)
        // A word that the model knows has a weight.
        let halves = unsafeBitCast(entry.word, to: SIMD2<UInt64>.self)
        if halves[0] | halves[1] != 0 { knownWords &+= 1 }
    }

    /// A stretch that is not remembered: looked up, and put where the one stands that was met longer ago.
    @inline(never)
    private func addNew(
        _ unit: TextUnit, _ form: UInt64, _ view: AnalysisView, _ weights: borrowing Weights,
        _ places: UnsafeMutablePointer<StretchMemory.Entry>
    ) {
        let older = places[0].text <= places[1].text ? places : places + 1
        let isUnplaced = older.pointee.text == memory.text
        if isUnplaced {
            if !hasUnplaced { seenStretches.clear() }
            hasUnplaced = true
            guard seenStretches.insert(form) else { return }
        }
        var entry = StretchMemory.Entry(key: form, text: memory.text)
        if weights.pieces != nil {
            material.removeAll(keepingCapacity: true)
            PieceReader.append(unit, view, to: &material)
            look(up: &entry, weights)
        }
        if unit.kind.isWordLike, let table = weights.words {
            let offset = table.find(FeatureHash.word(form))
            if offset >= 0 {
                for category in 0..<min(Self.mostCategories, table.categories) {
                    entry.word[category] = table.weight(at: offset, category)
                }
            }
        }
        if !isUnplaced { older.pointee = entry }
        add(entry, isWord: unit.kind.isWordLike)
    }

    /// Adds up the runs of the stretch in the material.
    private func look(up entry: inout StretchMemory.Entry, _ weights: borrowing Weights) {
        guard let buckets = weights.pieces else { return }
        material.withUnsafeBufferPointer { characters.read($0) }
        let sum = characters.sum(buckets)
        entry.pieces = sum.weights
        entry.runs = UInt32(clamping: sum.features)
    }

    /// Notes the words so far, all of which are stretches, when the first longer stretch comes.
    private func noteWords(_ units: UnsafeBufferPointer<TextUnit>, before end: Int) {
        hasLong = true
        seenWords.clear(expected: units.count)
        for index in 0..<end where units[index].kind.isWordLike { _ = seenWords.insert(forms[index]) }
    }

    /// A word of a longer stretch.
    private func addWord(_ form: UInt64, _ weights: borrowing Weights) {
        guard seenWords.insert(form), let table = weights.words else { return }
        words.features &+= 1
        let offset = table.find(FeatureHash.word(form))
        guard offset >= 0 else { return }
        knownWords &+= 1
        for category in 0..<min(Self.mostCategories, table.categories) {
            words.weights[category] &+= Int32(table.weight(at: offset, category))
        }
    }

    /// Words that touch, or a tag or an emoji: what is read of characters is not the word's name.
    @inline(never)
    private func addLong(
        _ range: Range<Int>, _ units: UnsafeBufferPointer<TextUnit>, _ view: AnalysisView,
        _ weights: borrowing Weights
    ) {
        if !hasLong { noteWords(units, before: range.lowerBound) }
        for place in range where weights.words != nil && units[place].kind.isWordLike {
            addWord(WordReader.form(of: units[place], view, &material), weights)
        }
        guard weights.pieces != nil else { return }
        material.removeAll(keepingCapacity: true)
        for place in range { PieceReader.append(units[place], view, to: &material) }
        let first = units[range.lowerBound]
        let key = material.withUnsafeBufferPointer { PieceReader.key(of: $0, first, range.count) }
        guard let places = memory.places(of: key) else { return }
        for place in [places, places + 1] where place.pointee.key == key && place.pointee.text != 0 {
            if place.pointee.text != memory.text {
                place.pointee.text = memory.text
                pieces.features &+= Int(place.pointee.runs)
                pieces.weights &+= place.pointee.pieces
            }
            return
        }
        let older = places[0].text <= places[1].text ? places : places + 1
        if older.pointee.text == memory.text {
            if !hasUnplaced { seenStretches.clear() }
            hasUnplaced = true
            guard seenStretches.insert(key) else { return }
        }
        var entry = StretchMemory.Entry(key: key, text: memory.text)
        look(up: &entry, weights)
        if older.pointee.text != memory.text { older.pointee = entry }
        pieces.features &+= Int(entry.runs)
        pieces.weights &+= entry.pieces
    }
}
