import IlkText

/// Sums the weights of a text's unigrams, bigrams and `char_wb` n-grams in one pass over its tokens, for
/// models of up to eight labels. Only one thread at a time can use a scan.
///
/// The summed n-gram weights of a span are cached across texts, so that the n-grams of frequent words are not
/// looked up again.
package final class SpanScan {
    /// The sum of a feature group in a text.
    struct Sum {
        var weights = SIMD8<Int32>(repeating: 0)
        /// The number of distinct features of the group in the text, known or not.
        var features = 0
        /// The number of repeated occurrences of these features; 0 unless the group counts occurrences.
        var repeats = 0
        /// The number of known features; 0 for a group in ``WeightBuckets``, which do not record which
        /// features are known.
        var known = 0
    }

    /// The weights to sum; `nil` for feature groups that the model does not have.
    struct Weights {
        /// The model's storage, which identifies the model for the cache.
        let storage: ModelStorage
        let words: FeatureTable?
        let pairs: WeightBuckets?
        let pieces: RunWeights?
        /// The precomputed sums of frequent words, if the model's file has them.
        var folded: PrecomputedSpans?
        /// `true` if each occurrence of a unigram counts, instead of each text.
        var repeatsWords = false
        /// `true` if each occurrence of a span counts, instead of each text.
        var repeatsPieces = false

        var repeats: Bool { repeatsWords || repeatsPieces }
    }

    /// The maximum number of labels that are summed at once.
    package static let maximumCategories = 8
    /// The feature groups that a scan can read.
    static let featureGroups: [FeatureGroup] = [.unigrams, .bigrams, .wordNgrams]

    @exclusivity(unchecked) private(set) var words = Sum()
    @exclusivity(unchecked) private(set) var pairs = Sum()
    @exclusivity(unchecked) private(set) var pieces = Sum()

    @exclusivity(unchecked) private var memory = SpanCache()
    private let seenPairs = HashSet()
    /// The spans of the current text for which the cache had no room.
    private let seenStretches = HashSet()
    @exclusivity(unchecked) private var hasUnplaced = false
    /// The distinct words of the current text, used only if a span of several words occurs. In other texts
    /// each word is a span, so the check for new spans also finds new words.
    private let seenWords = HashSet()
    @exclusivity(unchecked) private var hasLong = false
    // Memory of this object only, as long as the longest text needed.
    /// The hash of each token's name; undefined for gaps.
    @exclusivity(unchecked) private var forms: UnsafeMutablePointer<UInt64>
    @exclusivity(unchecked) private var capacity = 256
    @exclusivity(unchecked) private var characters = SpanCharacters()
    /// The characters of a span that is being looked up.
    @exclusivity(unchecked) private var material: [UInt8] = []

    init() {
        forms = .allocate(capacity: capacity)
    }

    deinit {
        forms.deallocate()
        memory.release()
    }

    subscript(group: FeatureGroup) -> Sum {
        switch group {
        case .unigrams: words
        case .bigrams: pairs
        default: pieces
        }
    }

    private func begin(_ weights: borrowing Weights) {
        (words, pairs, pieces) = (Sum(), Sum(), Sum())
        (hasUnplaced, hasLong) = (false, false)
        memory.begin(weights.storage)
    }

    func read(
        _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View, _ weights: borrowing Weights
    ) {
        begin(weights)
        name(tokens, view)
        if let buckets = weights.pairs { addPairs(tokens, buckets) }
        guard weights.words != nil || weights.pieces != nil else { return }
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            guard !token.type.isGap else {
                index &+= 1
                continue
            }
            let end = WordNgramReader.end(of: index, tokens)
            if end == index &+ 1, token.type != .tag, token.type != .emoji {
                addSingle(token, forms[index], view, weights)
            } else {
                addLong(index..<end, tokens, view, weights)
            }
            index = end
        }
    }

    @inline(__always)
    private func form(of token: FeatureToken, _ view: AnalyzedText.View) -> UInt64 {
        if token.type == .word, !view.tokens[Int(token.index)].shape.contains(.hasDigit) {
            return view.wordHashes[Int(token.word)]
        }
        return BigramReader.form(of: token, view, &material)
    }

    private func name(_ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View) {
        if capacity < tokens.count {
            forms.deallocate()
            capacity = tokens.count
            forms = .allocate(capacity: capacity)
        }
        let places = memory.places
        for (index, token) in tokens.enumerated() where !token.type.isGap {
            forms[index] = form(of: token, view)
            places.prefetch(forms[index])
        }
    }

    private func addPairs(_ tokens: UnsafeBufferPointer<FeatureToken>, _ buckets: WeightBuckets) {
        seenPairs.clear(expected: tokens.count)
        var sum = Sum()
        var last = BigramReader.startHash
        for (index, token) in tokens.enumerated() where !token.type.isGap {
            let hash = FeatureHash.bigram(last, forms[index])
            last = forms[index]
            guard seenPairs.insert(hash) else { continue }
            sum.features &+= 1
            sum.weights &+= SIMD8<Int32>(truncatingIfNeeded: buckets.weights(hash))
        }
        let hash = FeatureHash.bigram(last, BigramReader.endHash)
        if seenPairs.insert(hash) {
            sum.features &+= 1
            sum.weights &+= SIMD8<Int32>(truncatingIfNeeded: buckets.weights(hash))
        }
        pairs = sum
    }

    /// Adds a span that is a single word, number or run of punctuation.
    @inline(__always)
    private func addSingle(
        _ token: FeatureToken, _ form: UInt64, _ view: AnalyzedText.View, _ weights: borrowing Weights
    ) {
        guard let place = memory.place(of: form) else {
            if addFolded(form, isWord: token.type.isWordLike, weights) { return }
            material.removeAll(keepingCapacity: true)
            if weights.pieces != nil { WordNgramReader.append(token, view, to: &material) }
            return addNew(form, isWord: token.type.isWordLike, weights)
        }
        guard place.pointee.text != memory.text else {
            if weights.repeats { addAgain(place.pointee, isWord: token.type.isWordLike, weights) }
            return
        }
        place.pointee.text = memory.text
        add(place.pointee, isWord: token.type.isWordLike, weights)
    }

    /// Adds a repeated span.
    @inline(__always)
    private func addAgain(_ entry: SpanCache.Entry, isWord: Bool, _ weights: borrowing Weights) {
        if weights.repeatsPieces {
            pieces.repeats &+= Int(entry.runs)
            pieces.weights &+= entry.pieces
        }
        if isWord, weights.repeatsWords { addWordAgain(entry) }
    }

    @inline(__always)
    private func addWordAgain(_ entry: SpanCache.Entry) {
        words.repeats &+= 1
        words.weights &+= SIMD8<Int32>(truncatingIfNeeded: entry.word)
    }

    /// Adds a cached span that is new to the text.
    @inline(__always)
    private func add(_ entry: SpanCache.Entry, isWord: Bool, _ weights: borrowing Weights) {
        addPieces(entry)
        guard isWord else { return }
        if hasLong, !seenWords.insert(entry.key) {
            if weights.repeatsWords { addWordAgain(entry) }
            return
        }
        words.features &+= 1
        words.weights &+= SIMD8<Int32>(truncatingIfNeeded: entry.word)
        words.known &+= Int(entry.known & 1)
    }

    @inline(__always)
    private func addPieces(_ entry: SpanCache.Entry) {
        pieces.features &+= Int(entry.runs)
        pieces.known &+= Int(entry.known &>> 1)
        pieces.weights &+= entry.pieces
    }

    /// Looks up and adds a span that is not cached, and caches it in place of the less recently used entry.
    /// Its characters are in `material` if n-grams are read.
    @inline(never)
    private func addNew(_ form: UInt64, isWord: Bool, _ weights: borrowing Weights) {
        guard let older = memory.older(of: form) else { return }
        guard let (sum, place) = look(up: form, older, weights) else { return }
        var entry = SpanCache.Entry(key: form, text: memory.text)
        if isWord, let table = weights.words { entry.set(word: form, of: table) }
        switch place {
        case .cached:
            entry.set(sum)
            older.pointee = entry
            add(entry, isWord: isWord, weights)
        case .new:
            pieces.add(sum)
            add(entry, isWord: isWord, weights)
        case .repeated:
            if weights.repeatsPieces { pieces.add(again: sum) }
            if isWord, weights.repeatsWords { addWordAgain(entry) }
        }
    }

    /// Adds and caches a span that was precomputed when the model was built. Returns `false` if the span was
    /// not precomputed or the cache has no room. The caller must then look up the n-grams of the span.
    @inline(__always)
    private func addFolded(_ form: UInt64, isWord: Bool, _ weights: borrowing Weights) -> Bool {
        guard let folded = weights.folded, let older = memory.older(of: form),
            older.pointee.text != memory.text,
            var entry = folded.entry(of: form)
        else { return false }
        entry.text = memory.text
        if isWord, let table = weights.words { entry.set(word: form, of: table) }
        older.pointee = entry
        add(entry, isWord: isWord, weights)
        return true
    }

    /// A span that is looked up can be cached, or the cache has no room for it and the span is new to the text or
    /// repeated.
    private enum Place {
        case cached
        case new
        case repeated
    }

    /// Returns the sum of the n-grams of the span in `material`. Returns `nil` for a repeated span if repeated
    /// spans do not count.
    private func look(
        up key: UInt64, _ older: UnsafeMutablePointer<SpanCache.Entry>, _ weights: borrowing Weights
    ) -> (sum: Sum, place: Place)? {
        var sum = Sum()
        var place = older.pointee.text != memory.text ? Place.cached : isNew(key) ? .new : .repeated
        if place == .repeated, !weights.repeats { return nil }
        if let runs = weights.pieces {
            material.withUnsafeBufferPointer { characters.read($0) }
            sum = characters.sum(runs)
            if place == .cached, sum.features > SpanCache.mostRuns {
                place = isNew(key) ? .new : .repeated
                if place == .repeated, !weights.repeats { return nil }
            }
        }
        return (sum, place)
    }

    /// `true` if a span for which the cache has no room is new to the text.
    private func isNew(_ key: UInt64) -> Bool {
        if !hasUnplaced { seenStretches.clear() }
        hasUnplaced = true
        return seenStretches.insert(key)
    }

    /// Records the words before the first span of several words. Each of these words is a span.
    private func noteWords(_ tokens: UnsafeBufferPointer<FeatureToken>, before end: Int) {
        hasLong = true
        seenWords.clear(expected: tokens.count)
        for index in 0..<end where tokens[index].type.isWordLike { _ = seenWords.insert(forms[index]) }
    }

    /// Adds a word of a span of several words as a unigram.
    private func addWord(_ form: UInt64, _ weights: borrowing Weights) {
        let isNew = seenWords.insert(form)
        guard isNew || weights.repeatsWords, let table = weights.words else { return }
        if isNew { words.features &+= 1 } else { words.repeats &+= 1 }
        let offset = table.find(FeatureHash.word(form))
        guard offset >= 0 else { return }
        if isNew { words.known &+= 1 }
        for category in 0..<min(Self.maximumCategories, table.categories) {
            words.weights[category] &+= Int32(table.weight(at: offset, category))
        }
    }

    /// Adds a span of several words, a hashtag or an emoji. Its cache key is computed from the characters of
    /// the whole span.
    @inline(never)
    private func addLong(
        _ range: Range<Int>, _ tokens: UnsafeBufferPointer<FeatureToken>, _ view: AnalyzedText.View,
        _ weights: borrowing Weights
    ) {
        if !hasLong { noteWords(tokens, before: range.lowerBound) }
        for place in range where weights.words != nil && tokens[place].type.isWordLike {
            addWord(UnigramReader.form(of: tokens[place], view, &material), weights)
        }
        guard weights.pieces != nil else { return }
        material.removeAll(keepingCapacity: true)
        for place in range { WordNgramReader.append(tokens[place], view, to: &material) }
        let first = tokens[range.lowerBound]
        let key = material.withUnsafeBufferPointer { WordNgramReader.key(of: $0, first, range.count) }
        if let place = memory.place(of: key) {
            guard place.pointee.text != memory.text else {
                return addAgain(place.pointee, isWord: false, weights)
            }
            place.pointee.text = memory.text
            return addPieces(place.pointee)
        }
        guard let older = memory.older(of: key), let (sum, place) = look(up: key, older, weights) else {
            return
        }
        if place == .repeated {
            if weights.repeatsPieces { pieces.add(again: sum) }
            return
        }
        pieces.add(sum)
        if place == .cached {
            var entry = SpanCache.Entry(key: key, text: memory.text)
            entry.set(sum)
            older.pointee = entry
        }
    }
}

extension SpanScan.Sum {
    @inline(__always)
    mutating func add(_ other: SpanScan.Sum) {
        weights &+= other.weights
        features &+= other.features
        known &+= other.known
    }

    /// Adds the sum of a repeated span.
    @inline(__always)
    mutating func add(again other: SpanScan.Sum) {
        weights &+= other.weights
        repeats &+= other.features
    }
}

extension SpanCache.Entry {
    /// Sets the weights of the span as a unigram, if the table has it.
    mutating func set(word form: UInt64, of table: FeatureTable) {
        let offset = table.find(FeatureHash.word(form))
        guard offset >= 0 else { return }
        known |= 1
        for category in 0..<min(SpanScan.maximumCategories, table.categories) {
            word[category] = table.weight(at: offset, category)
        }
    }

    /// Sets the sum of the span's n-grams.
    mutating func set(_ sum: SpanScan.Sum) {
        pieces = sum.weights
        runs = UInt16(clamping: sum.features)
        known |= UInt16(clamping: sum.known) &<< 1
    }
}
