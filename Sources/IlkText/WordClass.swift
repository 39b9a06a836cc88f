/// What a word is used for, as far as features ask. A word can be of several classes.
package struct WordClass: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Whether the two have a class in common.
    package func overlaps(_ other: WordClass) -> Bool { rawValue & other.rawValue != 0 }

    /// Grammar and chat: the words that stay as they are in a text's frame.
    package static let frame = WordClass(rawValue: 1 | 2)

    /// Carries grammar rather than matter.
    package static let function = WordClass(rawValue: 1)
    /// An abbreviation or a spelling of chat.
    package static let chat = WordClass(rawValue: 2)
    /// First person singular.
    package static let firstPerson = WordClass(rawValue: 4)
    /// Second person.
    package static let secondPerson = WordClass(rawValue: 8)
    /// Asks, at the beginning of a query.
    package static let question = WordClass(rawValue: 16)
    /// A keyword of programming languages that prose does not use.
    package static let code = WordClass(rawValue: 32)
    /// A contracted form.
    package static let contraction = WordClass(rawValue: 64)
    /// A word of formal manner.
    package static let formal = WordClass(rawValue: 128)
    /// A word of informal manner.
    package static let informal = WordClass(rawValue: 256)
    /// The definite and indefinite articles of English.
    package static let article = WordClass(rawValue: 1 << 9)
    /// Auxiliary and modal verbs.
    package static let auxiliary = WordClass(rawValue: 1 << 10)
    package static let preposition = WordClass(rawValue: 1 << 11)
    package static let conjunction = WordClass(rawValue: 1 << 12)
    /// Points at something: this, that, there.
    package static let demonstrative = WordClass(rawValue: 1 << 13)
    /// A verb that often begins an order or a request.
    package static let imperative = WordClass(rawValue: 1 << 14)
    /// An exclamation that begins a reply or a reaction.
    package static let interjection = WordClass(rawValue: 1 << 15)
    package static let thirdPerson = WordClass(rawValue: 1 << 16)
    package static let firstPersonPlural = WordClass(rawValue: 1 << 17)
    /// A word of private arrangements: when, where, on the way, at home.
    package static let arrangement = WordClass(rawValue: 1 << 18)
    /// A word of public opinion: people, games, films, praise and blame.
    package static let opinion = WordClass(rawValue: 1 << 19)
    /// A word of business correspondence.
    package static let correspondence = WordClass(rawValue: 1 << 20)
    /// A word of reports and narratives.
    package static let report = WordClass(rawValue: 1 << 21)
    /// A word of instructions and specifications.
    package static let instruction = WordClass(rawValue: 1 << 22)
    /// A word that begins a greeting.
    package static let greeting = WordClass(rawValue: 1 << 24)
    /// A contraction written without its apostrophe.
    package static let missingApostrophe = WordClass(rawValue: 1 << 23)
}

/// The classes of the words that have one, by the hash of the normal form: open addressing, read by every thread.
///
/// A slot is one word: 48 bits of the hash and the number of a set of classes; the slot's place is 12 bits more of
/// the hash. So the whole table is small, and a word that is in no list is taken for one that is about once in
/// 2^60 different words.
package struct Lexicon: Sendable {
    private let slots: FixedTable<UInt64>
    private let sets: FixedTable<WordClass>
    private let packed: FixedTable<SIMD32<UInt8>>
    private let mask: Int

    /// The built-in word lists.
    package static let standard = Lexicon(lists: WordLists.all)

    /// Make one for a `static let` only: its tables are never freed.
    init(lists: [(WordClass, String)]) {
        let known = Self.classes(of: lists)
        var capacity = 4096
        while capacity < known.count * 2 { capacity *= 2 }
        // The first set is that of the words in no list, and a slot of that set is free.
        var sets: [WordClass] = [[]]
        var slots = [UInt64](repeating: 0, count: capacity)
        for (hash, classes) in known {
            let set = sets.firstIndex(of: classes) ?? sets.count
            if set == sets.count { sets.append(classes) }
            var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
            while slots[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
            slots[slot] = hash & ~Self.setMask | UInt64(set)
        }
        precondition(sets.count <= Self.setMask, "too many sets of word classes for a slot")
        self.slots = FixedTable(slots)
        self.sets = FixedTable(sets)
        packed = FixedTable(
            sets.map { set in SIMD32((0..<32).map { UInt8(truncatingIfNeeded: set.rawValue >> $0 & 1) }) })
        mask = capacity - 1
    }

    private static let setMask: UInt64 = 0xFFFF

    private static func classes(of lists: [(WordClass, String)]) -> [(UInt64, WordClass)] {
        var known: [UInt64: WordClass] = [:]
        for (wordClass, list) in lists {
            for word in list.utf8.split(whereSeparator: { $0 <= 0x20 }) {
                let hash = StableHash.hash(String(Substring(word)), seed: StableHash.wordSeed)
                known[hash, default: []].formUnion(wordClass)
            }
        }
        return known.map { ($0.key, $0.value) }
    }

    /// The number of the set of classes of the word with this hash; 0 when it is in no list.
    @inline(__always)
    func entry(ofHash hash: UInt64) -> Int {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let found = slots[slot]
            if found == 0 { return 0 }
            if (found ^ hash) & ~Self.setMask == 0 { return Int(truncatingIfNeeded: found & Self.setMask) }
            slot = (slot + 1) & mask
        }
    }

    /// A set of classes.
    @inline(__always)
    func classes(of entry: Int) -> WordClass { sets[entry] }

    /// A set of classes as 32 numbers, 1 for a class that is in it.
    @inline(__always)
    func lanes(of entry: Int) -> SIMD32<UInt8> { packed[entry] }

    /// The classes of the word with this hash; none when it is in no list.
    package func classes(ofHash hash: UInt64) -> WordClass { classes(of: entry(ofHash: hash)) }
}
