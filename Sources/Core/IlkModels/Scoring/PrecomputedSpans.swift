import IlkText
package import IlkVocabulary

/// The summed weights of the character n-grams of frequent words, precomputed when the model is built. A new
/// session looks up a word once instead of looking up each of its n-grams.
///
/// The slots are sorted by hash and read directly from the model's bytes. A word is in the slot that is
/// computed from its hash (its home slot) or in a later slot. The hash of an empty slot is 0. A used slot
/// contains the full hash of the word's normal form, the number of its n-grams, the number of known n-grams,
/// and the sums of their weights. These integers equal the result of looking up the n-grams.
package struct PrecomputedSpans: Sendable {
    /// The number of bytes read beyond the last slot, because the sums of eight labels are read at once.
    static let overhang = 28
    /// The precomputed words may take 1/``share`` of the size of the rest of the file.
    private static let share = 16
    /// The number of words that are precomputed even for a small file.
    private static let fewest = 64

    // The owner of this value also holds the storage of these bytes.
    nonisolated(unsafe) private let base: UnsafeRawPointer
    /// The number of home slots. The last words may be after the last home slot, so ``slots`` can be larger.
    private let homes: UInt64
    private let slots: UInt64
    private let categories: Int
    private let stride: Int

    /// Reads the precomputed words of a file, or returns `nil` if it has none.
    ///
    /// The storage of the file must outlive the precomputed words.
    init?(_ file: ModelFile, categories: Int) throws(FormatError) {
        guard let section = file.range(of: .folded) else { return nil }
        try self.init(file.storage, section: section, categories: categories)
    }

    /// Reads the words in a section. The bounds of the section must have been checked.
    init(_ storage: ModelStorage, section: Range<Int>, categories: Int) throws(FormatError) {
        let frame = 16 + Self.overhang
        stride = Self.stride(categories: categories)
        guard categories <= SpanScan.maximumCategories, section.count >= frame,
            let bytes = storage.bytes.baseAddress
        else {
            throw FormatError(
                .malformed, at: section.lowerBound, "the precomputed words have a negative length")
        }
        homes = storage.load(UInt64.self, at: section.lowerBound)
        slots = storage.load(UInt64.self, at: section.lowerBound + 8)
        let room = UInt64(section.count - frame)
        guard homes > 0, homes <= slots, homes <= UInt32.max, slots <= room / UInt64(stride),
            slots &* UInt64(stride) == room
        else {
            throw FormatError(
                .malformed, at: section.lowerBound,
                "the section of precomputed words has the wrong size")
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

    /// Returns the cache entry of a word, or `nil` if the word is not precomputed. The key is the hash of the
    /// word's normal form. The entry does not contain the weights of the word as a unigram.
    @inline(__always)
    func entry(of key: UInt64) -> SpanCache.Entry? {
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
    private func entry(of key: UInt64, at place: UnsafeRawPointer) -> SpanCache.Entry {
        var entry = SpanCache.Entry(key: key)
        entry.runs = Self.load(UInt16.self, place, 8)
        entry.known = Self.load(UInt16.self, place, 10) &<< 1
        #if _endian(little)
            // Lanes beyond the labels are undefined, as in the sums.
            entry.pieces = place.loadUnaligned(fromByteOffset: 12, as: SIMD8<Int32>.self)
        #else
            for category in 0..<categories {
                entry.pieces[category] = Self.load(Int32.self, place, 12 + 4 * category)
            }
        #endif
        return entry
    }

    /// Returns the number of words to precompute. The other sections of the file have `size` bytes.
    package static func words(besideBytes size: Int, categories: Int) -> Int {
        max(fewest, size / share / stride(categories: categories) * 4 / 5)
    }

    /// Returns the bytes of a section for some words. The n-grams of the words are looked up in the weight
    /// table that scoring reads.
    ///
    /// - Parameters:
    ///   - names: The normal forms of the words.
    ///   - table: The bytes of the weight table.
    /// - Throws: ``FormatError`` if the bytes are not a table.
    package static func build(
        _ names: [ArraySlice<UInt8>], table: [UInt8], categories: Int
    ) throws(FormatError) -> [UInt8] {
        let storage = ModelStorage(copying: table)
        defer { withExtendedLifetime(storage) {} }
        let weights = try FeatureTable(storage, section: 0..<table.count, categories: categories)
        var characters = SpanCharacters()
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

    /// Returns the bytes of a section for some words, given the hashes and sums of the words. The section
    /// does not depend on the order of the words. Four fifths of the home slots are used.
    static func build(_ words: [(key: UInt64, sum: SpanScan.Sum)], categories: Int) -> [UInt8] {
        let kept = words.filter { $0.key != 0 && $0.sum.features <= SpanCache.mostRuns }
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
