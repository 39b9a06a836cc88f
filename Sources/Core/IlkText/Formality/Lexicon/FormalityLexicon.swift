/// The properties of a word that are not counted as classes.
struct FormalityWordMarks: OptionSet, Sendable {
    // The marks use the bits from 54 up. The lower bits of an entry are word classes.
    let rawValue: UInt64

    /// The past participle of an irregular verb.
    static let participle = FormalityWordMarks(rawValue: 1 << 63)
    /// A word that may stand between a form of "be" and a participle.
    static let beforeParticiple = FormalityWordMarks(rawValue: 1 << 62)
    /// A pronoun with 's, which is a contracted verb.
    static let pronounContraction = FormalityWordMarks(rawValue: 1 << 61)
    /// The beginning of a web address.
    static let address = FormalityWordMarks(rawValue: 1 << 60)
    /// A function word of another language.
    static let foreign = FormalityWordMarks(rawValue: 1 << 59)
    /// A function word that indicates neither a formal nor an informal style.
    static let plain = FormalityWordMarks(rawValue: 1 << 56)
    /// A contraction of "not" without its apostrophe.
    static let bareNegation = FormalityWordMarks(rawValue: 1 << 55)
    /// A contraction of a pronoun and a verb without its apostrophe.
    static let bareAuxiliary = FormalityWordMarks(rawValue: 1 << 54)
    static let bare: FormalityWordMarks = [.bareNegation, .bareAuxiliary]
    /// The first word of a known pair.
    static let pairHead = FormalityWordMarks(rawValue: 1 << 58)
    /// The second word of a known pair.
    static let pairTail = FormalityWordMarks(rawValue: 1 << 57)
}

/// The words and word pairs of the formality score, by the hash of the normal form, in an open-addressing
/// table that is built once. Immutable and thread-safe.
struct FormalityLexicon: Sendable {
    /// The bits of an entry that are word classes.
    static var classBits: UInt64 { (1 << UInt64(FormalityFeature.wordClassCount)) - 1 }

    static let standard = FormalityLexicon()

    /// The number of slots: a power of two, at least twice the number of entries.
    static let capacity = 8_192

    /// The upper halves of the hashes with the lowest bit set, 0 for a free slot. Half a hash keeps the table
    /// small enough for the processor's cache.
    private let keys: FixedTable<UInt32>
    private let values: FixedTable<UInt64>
    private static let mask = capacity - 1

    private init() {
        var builder = Builder()
        for (feature, list) in FormalityLists.classes { builder.add(list, 1 << UInt64(feature.rawValue)) }
        for (mark, list) in FormalityLists.marks { builder.add(list, mark.rawValue) }
        builder.addPairs(FormalityLists.formalPhrases, .formalPhrases)
        builder.addPairs(FormalityLists.casualPhrases, .casualPhrases)
        keys = FixedTable(builder.keys)
        values = FixedTable(builder.values)
    }

    var count: Int { (0..<Self.capacity).count { keys[$0] != 0 } }

    /// Returns the classes and marks for a hash as bits; 0 for a word that is not listed.
    @inline(__always)
    func bits(ofHash hash: UInt64) -> UInt64 {
        // Linear probing. The table is at most half full, so a free slot ends the search.
        var slot = Int(truncatingIfNeeded: hash) & Self.mask
        let wanted = Self.key(hash)
        while true {
            let key = keys[slot]
            if key == wanted { return values[slot] }
            if key == 0 { return 0 }
            slot = (slot + 1) & Self.mask
        }
    }

    /// Returns the feature of two adjacent words if they are a known pair.
    @inline(__always)
    func pair(_ first: UInt64, _ second: UInt64) -> FormalityFeature? {
        let found = bits(ofHash: Self.pairHash(first, second))
        if found == 0 { return nil }
        // The entry of a pair is the raw value of its feature, not a set of bits.
        return found == UInt64(FormalityFeature.formalPhrases.rawValue) ? .formalPhrases : .casualPhrases
    }

    /// Returns the stored part of a hash. The lower bits select the slot.
    @inline(__always)
    private static func key(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 32) | 1 }

    private static func pairHash(_ first: UInt64, _ second: UInt64) -> UInt64 {
        StableHash.finish(StableHash.step(StableHash.step(StableHash.wordSeed, first), second), count: 2)
    }

    private struct Builder {
        var keys = [UInt32](repeating: 0, count: FormalityLexicon.capacity)
        var values = [UInt64](repeating: 0, count: FormalityLexicon.capacity)

        private static func hash(_ word: Substring.UTF8View) -> UInt64 {
            StableHash.hash(String(Substring(word)), seed: StableHash.wordSeed)
        }

        mutating func add(_ list: String, _ bits: UInt64) {
            for word in list.utf8.split(whereSeparator: { $0 <= 0x20 }) { insert(Self.hash(word), bits) }
        }

        mutating func addPairs(_ list: String, _ feature: FormalityFeature) {
            for line in list.utf8.split(separator: UInt8(ascii: "\n")) {
                for pair in line.split(separator: UInt8(ascii: "|")) {
                    let words = pair.split(separator: UInt8(ascii: " ")).map(Self.hash)
                    precondition(words.count == 2, "a pair has two words")
                    insert(words[0], FormalityWordMarks.pairHead.rawValue)
                    insert(words[1], FormalityWordMarks.pairTail.rawValue)
                    insert(FormalityLexicon.pairHash(words[0], words[1]), UInt64(feature.rawValue))
                }
            }
        }

        private mutating func insert(_ hash: UInt64, _ bits: UInt64) {
            // Linear probing. The AND is the remainder, because the capacity is a power of two.
            var slot = Int(truncatingIfNeeded: hash) & FormalityLexicon.mask
            let key = FormalityLexicon.key(hash)
            while keys[slot] != 0, keys[slot] != key { slot = (slot + 1) & FormalityLexicon.mask }
            keys[slot] = key
            // A word can be in several lists.
            values[slot] |= bits
        }
    }
}
