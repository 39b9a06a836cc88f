import IlkText
package import IlkVocabulary

/// What the runs of characters of known words come to, summed up when the model is made: one look for a word that a session
/// has not met, where there would be one for each run of it.
///
/// Slots in the order of hashes, from the bytes of the model: a word stands at its home or behind it, and 0 is empty. A slot
/// has the whole hash of a word's form, how many runs the word has, how many of them are known, and what they add up to:
/// whole numbers, the same as those that would be looked up.
package struct FoldedStretches: Sendable {
    /// How many bytes behind the last slot are read with it.
    static let overhang = 28
    /// The most bytes of what is told twice for speed, as a share of the rest of a file: one in so many.
    private static let share = 16
    /// So many words are folded in any case.
    private static let fewest = 64

    // Bytes of a storage, which whoever holds these holds too.
    nonisolated(unsafe) private let base: UnsafeRawPointer
    /// How many homes there are, and how many slots: the last words may stand behind the last home.
    private let homes: UInt64
    private let slots: UInt64
    private let categories: Int
    private let stride: Int

    /// The folded words of a file; nil where it has none.
    ///
    /// They last as long as the file's storage: keep it beside them.
    init?(_ file: ModelFile, categories: Int) throws(FormatError) {
        guard let section = file.range(of: .folded) else { return nil }
        try self.init(file.storage, section: section, categories: categories)
    }

    /// Those in a section that lies within the storage.
    init(_ storage: ModelStorage, section: Range<Int>, categories: Int) throws(FormatError) {
        let frame = 16 + Self.overhang
        stride = Self.stride(categories: categories)
        guard categories <= StretchScan.mostCategories, section.count >= frame,
            let bytes = storage.bytes.baseAddress
        else {
            throw FormatError(
                .malformed, at: section.lowerBound, "the folded words end before they begin")
        }
        homes = storage.load(UInt64.self, at: section.lowerBound)
        slots = storage.load(UInt64.self, at: section.lowerBound + 8)
        let room = UInt64(section.count - frame)
        guard homes > 0, homes <= slots, homes <= UInt32.max, slots <= room / UInt64(stride),
            slots &* UInt64(stride) == room
        else {
            throw FormatError(
                .malformed, at: section.lowerBound, "the folded words' size does not fit their section")
        }
        self.categories = categories
        base = bytes + (section.lowerBound + 16)
    }

    private static func stride(categories: Int) -> Int { 12 + 4 * categories }

    @inline(__always)
    private static func home(_ key: UInt64, of homes: UInt64) -> UInt64 { ((key >> 32) &* homes) >> 32 }

    @inline(__always)
    private func slot(_ index: UInt64) -> UnsafeRawPointer {
        base + Int(truncatingIfNeeded: index) &* stride
    }

    @inline(__always)
    private static func load<Number: FixedWidthInteger>(
        _ type: Number.Type, _ place: UnsafeRawPointer, _ offset: Int
    ) -> Number {
        Number(littleEndian: place.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    /// What is to be remembered of the word whose form has a hash, but for what it weighs itself; nil for words that are
    /// not folded.
    @inline(__always)
    func entry(of key: UInt64) -> StretchMemory.Entry? {
        var index = Self.home(key, of: homes)
        while index < slots {
            let place = slot(index)
            let found = Self.load(UInt64.self, place, 0)
            if found == key { return key == 0 ? nil : entry(of: key, at: place) }
            if found == 0 || found > key { return nil }
            index &+= 1
        }
        return nil
    }

    @inline(__always)
    private func entry(of key: UInt64, at place: UnsafeRawPointer) -> StretchMemory.Entry {
        var entry = StretchMemory.Entry(key: key)
        entry.runs = Self.load(UInt16.self, place, 8)
        entry.known = Self.load(UInt16.self, place, 10) &<< 1
        #if _endian(little)
            // What lies beyond the categories means nothing, as in the sums.
            entry.pieces = place.loadUnaligned(fromByteOffset: 12, as: SIMD8<Int32>.self)
        #else
            for category in 0..<categories {
                entry.pieces[category] = Self.load(Int32.self, place, 12 + 4 * category)
            }
        #endif
        return entry
    }

    /// How many words are folded beside a file of so many bytes: as many as its share has room for, and a few anyway.
    package static func words(besideBytes size: Int, categories: Int) -> Int {
        max(fewest, size / share / stride(categories: categories) * 4 / 5)
    }

    /// The bytes of the section of some words, whose runs are looked up in the bytes of a table of weights: the one that
    /// scoring reads.
    ///
    /// - Parameter names: The normal forms of the words.
    /// - Throws: ``FormatError`` when the bytes are no table.
    package static func build(
        _ names: [ArraySlice<UInt8>], table: [UInt8], categories: Int
    ) throws(FormatError) -> [UInt8] {
        let storage = ModelStorage(copying: table)
        defer { withExtendedLifetime(storage) {} }
        let weights = try FeatureTable(storage, section: 0..<table.count, categories: categories)
        var characters = StretchCharacters()
        let words = names.map { name in
            name.withUnsafeBufferPointer { name in
                characters.read(name)
                return (
                    key: FeatureHash.plain(name, seed: StableHash.wordSeed),
                    sum: characters.sum(.table(weights))
                )
            }
        }
        return build(words, categories: categories)
    }

    /// The bytes of the section of what some words' runs come to, by the hashes of their forms. The same for the same words,
    /// in whatever order they come; four slots in five are taken.
    static func build(_ words: [(key: UInt64, sum: StretchScan.Sum)], categories: Int) -> [UInt8] {
        let kept = words.filter { $0.key != 0 && $0.sum.features <= StretchMemory.mostRuns }
            .sorted { $0.key < $1.key }
        let homes = UInt64(kept.count + kept.count / 4 + 1)
        let stride = stride(categories: categories)
        var slots: [UInt8] = []
        for (key, sum) in kept {
            let home = Int(home(key, of: homes)) * stride
            slots.append(contentsOf: repeatElement(0, count: max(0, home - slots.count)))
            slots.append(littleEndian: key)
            slots.append(littleEndian: UInt16(sum.features))
            slots.append(littleEndian: UInt16(sum.known))
            for category in 0..<categories { slots.append(littleEndian: sum.weights[category]) }
        }
        slots.append(contentsOf: repeatElement(0, count: max(0, Int(homes) * stride - slots.count)))
        var bytes: [UInt8] = []
        bytes.append(littleEndian: homes)
        bytes.append(littleEndian: UInt64(slots.count / stride))
        return bytes + slots + [UInt8](repeating: 0, count: overhang)
    }
}
