/// What a word is used for, as far as features ask. A word can be of several classes.
package struct WordClass: OptionSet, Sendable {
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
package struct Lexicon: Sendable {
    private let hashes: [UInt64]
    private let classes: [WordClass]
    private let mask: Int

    /// The built-in word lists.
    package static let standard = Lexicon(lists: WordLists.all)

    init(lists: [(WordClass, String)]) {
        var known: [UInt64: WordClass] = [:]
        for (wordClass, list) in lists {
            for word in list.utf8.split(whereSeparator: { $0 <= 0x20 }) {
                let hash = word.withContiguousStorageIfAvailable { bytes -> UInt64 in
                    guard let base = bytes.baseAddress else { return 0 }
                    return StableHash.hash(base, count: bytes.count, seed: StableHash.wordSeed)
                }
                known[
                    hash ?? StableHash.hash(String(Substring(word)), seed: StableHash.wordSeed), default: []
                ]
                .formUnion(wordClass)
            }
        }
        var capacity = 1
        while capacity < known.count * 3 { capacity *= 2 }
        var hashes = [UInt64](repeating: 0, count: capacity)
        var classes = [WordClass](repeating: [], count: capacity)
        for (hash, wordClass) in known {
            var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
            while hashes[slot] != 0 { slot = (slot + 1) & (capacity - 1) }
            hashes[slot] = hash
            classes[slot] = wordClass
        }
        self.hashes = hashes
        self.classes = classes
        mask = capacity - 1
    }

    /// The classes of the word with this hash; none when it is in no list.
    package func classes(ofHash hash: UInt64) -> WordClass {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while true {
            let found = hashes[slot]
            if found == hash { return classes[slot] }
            if found == 0 { return [] }
            slot = (slot + 1) & mask
        }
    }
}
