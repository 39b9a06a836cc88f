import IlkText

/// Texts of plain ASCII, whose units are read without taking them apart.
///
/// Of a word met before, one look into one line of memory says all: whether the text had it already, what it weighs, and
/// what its runs of characters come to.
extension StretchScan {
    func read(_ units: PlainUnits, of text: UnsafeBufferPointer<UInt8>, _ weights: borrowing Weights) {
        begin(weights)
        read(more: units, of: text, weights)
    }

    /// Goes on with a text that was begun, with units that touch none of those that were read.
    func read(more units: PlainUnits, of text: UnsafeBufferPointer<UInt8>, _ weights: borrowing Weights) {
        if weights.pieces == nil {
            addWords(units.words, text, weights, readsPieces: false)
        } else {
            addWords(units.words, text, weights, readsPieces: true)
        }
        for other in units.others { add(other, text, weights) }
    }

    /// Sums stay in registers; what is new to the memory is added apart. All words are looked for before any is added: so
    /// the processor waits for many lines of memory at once.
    @inline(__always)
    private func addWords(
        _ plainWords: UnsafeBufferPointer<PlainUnits.Word>, _ text: UnsafeBufferPointer<UInt8>,
        _ weights: borrowing Weights, readsPieces: Bool
    ) {
        guard !hasLong else {
            // A longer stretch may have had some of the words: each is looked for among those.
            for word in plainWords { add(word, text, weights, readsPieces: readsPieces) }
            return
        }
        guard let places = likelyPlaces(of: plainWords) else { return }
        let number = memory.text
        var wordSum = Sum()
        var pieceSum = Sum()
        var missing = 0
        for index in 0..<plainWords.count {
            let place = places[index]
            guard place.pointee.key == plainWords[index].hash else {
                missing &+= 1
                absent[missing &- 1] = Int32(truncatingIfNeeded: index)
                continue
            }
            guard place.pointee.text != number else { continue }
            place.pointee.text = number
            wordSum.features &+= 1
            wordSum.known &+= Int(place.pointee.known & 1)
            wordSum.weights &+= SIMD8<Int32>(truncatingIfNeeded: place.pointee.word)
            if readsPieces {
                pieceSum.features &+= Int(place.pointee.runs)
                pieceSum.known &+= Int(place.pointee.known &>> 1)
                pieceSum.weights &+= place.pointee.pieces
            }
        }
        words.add(wordSum)
        pieces.add(pieceSum)
        if missing > 0 { addAbsent(missing, of: plainWords, text, weights, readsPieces: readsPieces) }
    }

    /// Adds the words that were not in the memory before the text: some may be twice in it.
    @inline(never)
    private func addAbsent(
        _ count: Int, of plainWords: UnsafeBufferPointer<PlainUnits.Word>,
        _ text: UnsafeBufferPointer<UInt8>, _ weights: borrowing Weights, readsPieces: Bool
    ) {
        // All are asked for before any is needed: the processor waits for many lines of memory at once.
        var peeked: UInt32 = 0
        if let folded = weights.folded {
            for index in 0..<count {
                peeked ^= UInt32(truncatingIfNeeded: folded.peek(plainWords[Int(absent[index])].hash))
            }
        }
        if let table = weights.words {
            for index in 0..<count {
                peeked ^= table.peek(FeatureHash.word(plainWords[Int(absent[index])].hash))
            }
        }
        self.peeked = peeked
        for index in 0..<count {
            add(plainWords[Int(absent[index])], text, weights, readsPieces: readsPieces)
        }
    }

    /// Adds a word, wherever it was met before.
    @inline(__always)
    private func add(
        _ word: PlainUnits.Word, _ text: UnsafeBufferPointer<UInt8>, _ weights: borrowing Weights,
        readsPieces: Bool
    ) {
        guard let place = memory.place(of: word.hash) else {
            if addFolded(word.hash, isWord: true, weights) { return }
            material.removeAll(keepingCapacity: true)
            if readsPieces { PlainForms.append(word, of: text, to: &material) }
            return addNew(word.hash, isWord: true, weights)
        }
        guard place.pointee.text != memory.text else { return }
        place.pointee.text = memory.text
        add(place.pointee, isWord: true)
    }

    private func add(
        _ unit: PlainUnits.Other, _ text: UnsafeBufferPointer<UInt8>, _ weights: borrowing Weights
    ) {
        material.removeAll(keepingCapacity: true)
        PlainForms.append(unit, of: text, to: &material)
        let form = material.withUnsafeBufferPointer { FeatureHash.plain($0, seed: StableHash.wordSeed) }
        let isWord = unit.kind != .mark
        guard let place = memory.place(of: form) else {
            return addFolded(form, isWord: isWord, weights) ? () : addNew(form, isWord: isWord, weights)
        }
        guard place.pointee.text != memory.text else { return }
        place.pointee.text = memory.text
        add(place.pointee, isWord: isWord)
    }
}
