import IlkVocabulary

/// What a word is used for, as far as features ask. A word can be of several classes.
package struct WordClass: OptionSet, Sendable, BitwiseCopyable {
    package let rawValue: UInt32

    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Whether the two have a class in common.
    @inlinable package func overlaps(_ other: WordClass) -> Bool { rawValue & other.rawValue != 0 }

    /// Grammar and chat: the words that stay as they are in a text's frame.
    @inlinable package static var frame: WordClass { WordClass(rawValue: 1 | 2) }

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
    /// The name of a month, whole or short.
    package static let month = WordClass(rawValue: 1 << 25)
    /// A contraction written without its apostrophe.
    package static let missingApostrophe = WordClass(rawValue: 1 << 23)
}

extension WordClass {
    /// The features that are the share of the words of a class.
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

/// The classes of the words that have one, by the hash of the normal form, read by every thread.
///
/// A slot is one word of memory: 48 bits of the hash and the number of a set of classes. A hash has two slots that it
/// may stand in (cuckoo hashing, Pagh and Rodler 2001), so that a look-up compares two slots and never branches: half
/// of all words are in a list, and no processor guesses which. A word in no list is taken for one in a list about
/// once in 2^48 different words.
package struct Lexicon: Sendable {
    private let slots: FixedTable<UInt64>
    private let sets: FixedTable<WordClass>
    private let packed: FixedTable<SIMD32<UInt8>>
    private let mask: Int

    /// The built-in word lists.
    package static let standard = Lexicon(lists: names.map { ($0.0, WordLists.features[$0.1]) })

    /// The classes of the words in each list.
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

    /// Make one for a `static let` only: its tables are never freed.
    init(lists: [(WordClass, String)]) {
        // The first set is that of the words in no list.
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

    /// The slots with each entry in one of its two, or nil when there is no such order.
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

    /// The number of the set of classes of the word with this hash; 0 when it is in no list.
    @inline(__always)
    func entry(ofHash hash: UInt64) -> Int {
        let one = slots[Self.first(hash, mask)]
        let other = slots[Self.second(hash, mask)]
        let inOne = (one ^ hash) & ~Self.setMask == 0 ? one : 0
        let inOther = (other ^ hash) & ~Self.setMask == 0 ? other : 0
        return Int(truncatingIfNeeded: (inOne | inOther) & Self.setMask)
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
