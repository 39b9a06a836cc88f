import IlkVocabulary

/// The grammatical and topical classes of a word that features need. A word can have several.
package struct WordClass: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt32

    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable package func overlaps(_ other: WordClass) -> Bool { rawValue & other.rawValue != 0 }

    /// Function and chat words, which stay unchanged in skeleton bigrams.
    @inlinable package static var skeleton: WordClass { WordClass(rawValue: 1 | 2) }

    /// A function word, which carries grammar, not content.
    package static let function = WordClass(rawValue: 1)
    /// A chat abbreviation or spelling.
    package static let chat = WordClass(rawValue: 2)
    /// A pronoun of the first person singular.
    package static let firstPerson = WordClass(rawValue: 4)
    /// A pronoun of the second person.
    package static let secondPerson = WordClass(rawValue: 8)
    /// A question word that can begin a query.
    package static let question = WordClass(rawValue: 16)
    /// A programming keyword that is not used in prose.
    package static let code = WordClass(rawValue: 32)
    package static let contraction = WordClass(rawValue: 64)
    package static let article = WordClass(rawValue: 1 << 9)
    /// An auxiliary or modal verb.
    package static let auxiliary = WordClass(rawValue: 1 << 10)
    package static let preposition = WordClass(rawValue: 1 << 11)
    package static let conjunction = WordClass(rawValue: 1 << 12)
    /// A demonstrative, such as this, that, there.
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
    /// A month, by its full or short name.
    package static let month = WordClass(rawValue: 1 << 25)
    /// A contraction without its apostrophe.
    package static let missingApostrophe = WordClass(rawValue: 1 << 23)
}

extension WordClass {
    /// The features that are the ratio of a class to all words.
    static let ratios: [(WordClass, TextFeature)] = [
        (.function, .functionWordRatio), (.chat, .chatWordRatio), (.firstPerson, .firstPersonRatio),
        (.secondPerson, .secondPersonRatio), (.code, .codeKeywordRatio), (.contraction, .contractionRatio),
        (.article, .articleRatio), (.auxiliary, .auxiliaryRatio), (.preposition, .prepositionRatio),
        (.conjunction, .conjunctionRatio), (.thirdPerson, .thirdPersonRatio),
        (.firstPersonPlural, .firstPersonPluralRatio), (.arrangement, .arrangementWordRatio),
        (.opinion, .opinionWordRatio), (.correspondence, .correspondenceWordRatio),
        (.report, .reportWordRatio), (.instruction, .instructionWordRatio),
    ]
}

/// The classes of the listed words, by the hash of the normal form. Immutable and thread-safe.
///
/// A slot is one 64-bit word: 48 bits of the hash and the index of a set of classes. Each hash has two
/// possible slots (cuckoo hashing, Pagh and Rodler 2001), so that a lookup compares two slots without a
/// branch. Half of all words are listed, so a branch would be mispredicted often. A word that is not listed
/// is mistaken for a listed word with a probability of about 2^-48.
package struct WordClassLexicon: Sendable {
    private let slots: FixedTable<UInt64>
    private let sets: FixedTable<WordClass>
    private let packed: FixedTable<SIMD32<UInt8>>
    private let mask: Int

    package static let standard = WordClassLexicon(lists: names.map { ($0.0, WordLists.features[$0.1]) })

    private static let names: [(WordClass, String)] = [
        (.function, "function"), (.function, "functionOfOtherLanguages"), (.chat, "chat"),
        (.firstPerson, "firstPerson"), (.secondPerson, "secondPerson"), (.question, "question"),
        (.code, "code"), (.contraction, "contraction"), (.article, "article"), (.auxiliary, "auxiliary"),
        (.preposition, "preposition"), (.conjunction, "conjunction"), (.demonstrative, "demonstrative"),
        (.imperative, "imperative"), (.interjection, "interjection"), (.thirdPerson, "thirdPerson"),
        (.firstPersonPlural, "firstPersonPlural"), (.arrangement, "arrangement"), (.opinion, "opinion"),
        (.correspondence, "correspondence"), (.report, "report"), (.instruction, "instruction"),
        (.code, "keyword"), (.missingApostrophe, "missingApostrophe"), (.greeting, "greeting"),
        (.month, "month"),
    ]

    /// Use only for a `static let`: the tables are never freed.
    init(lists: [(WordClass, String)]) {
        // Set 0 is for words that are not listed.
        var sets: [WordClass] = [[]]
        let entries = Self.classes(of: lists).map { hash, classes -> UInt64 in
            let set = sets.firstIndex(of: classes) ?? sets.count
            if set == sets.count { sets.append(classes) }
            return hash & ~Self.setMask | UInt64(set)
        }
        precondition(sets.count <= Self.setMask, "too many sets of word classes for a slot")
        var room = 4096
        while room < entries.count * 2 { room *= 2 }
        var placed = Self.place(entries, room: room)
        while placed == nil {
            room *= 2
            placed = Self.place(entries, room: room)
        }
        slots = FixedTable(placed ?? [])
        mask = room - 1
        self.sets = FixedTable(sets)
        packed = FixedTable(
            sets.map { set in SIMD32((0..<32).map { UInt8(truncatingIfNeeded: set.rawValue >> $0 & 1) }) })
    }

    /// Returns slots with each entry in one of its two positions, or `nil` if the insertions do not
    /// terminate.
    private static func place(_ entries: [UInt64], room: Int) -> [UInt64]? {
        var slots = [UInt64](repeating: 0, count: room)
        for entry in entries {
            var moving = entry
            var slot = first(moving, room - 1)
            var steps = 0
            while moving != 0 {
                swap(&moving, &slots[slot])
                let other = first(moving, room - 1)
                slot = other == slot ? second(moving, room - 1) : other
                steps += 1
                if steps > 500 { return nil }
            }
        }
        return slots
    }

    @inline(__always)
    private static func first(_ hash: UInt64, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: hash >> 16) & mask
    }

    @inline(__always)
    private static func second(_ hash: UInt64, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: hash >> 40) & mask
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

    /// Returns the index of the set of classes for a hash; 0 for a word that is not listed.
    @inline(__always)
    func entry(ofHash hash: UInt64) -> Int {
        let one = slots[Self.first(hash, mask)]
        let other = slots[Self.second(hash, mask)]
        let inOne = (one ^ hash) & ~Self.setMask == 0 ? one : 0
        let inOther = (other ^ hash) & ~Self.setMask == 0 ? other : 0
        return Int(truncatingIfNeeded: (inOne | inOther) & Self.setMask)
    }

    @inline(__always)
    func classes(of entry: Int) -> WordClass { sets[entry] }

    /// Returns a set of classes as 32 lanes, 1 for each member.
    @inline(__always)
    func lanes(of entry: Int) -> SIMD32<UInt8> { packed[entry] }

    /// Returns the classes for a hash; empty for a word that is not listed.
    package func classes(ofHash hash: UInt64) -> WordClass { classes(of: entry(ofHash: hash)) }
}
