/// What a word is used for, as far as features ask. A word can be of several classes.
struct WordClass: OptionSet, Sendable {
    let rawValue: UInt16

    /// Carries grammar rather than matter.
    static let function = WordClass(rawValue: 1)
    /// An abbreviation or a spelling of chat.
    static let chat = WordClass(rawValue: 2)
    /// First person singular.
    static let firstPerson = WordClass(rawValue: 4)
    /// Second person.
    static let secondPerson = WordClass(rawValue: 8)
    /// Asks, at the beginning of a query.
    static let question = WordClass(rawValue: 16)
    /// A keyword of programming languages that prose does not use.
    static let code = WordClass(rawValue: 32)
    /// A contracted form.
    static let contraction = WordClass(rawValue: 64)
    /// A word of formal manner.
    static let formal = WordClass(rawValue: 128)
    /// A word of informal manner.
    static let informal = WordClass(rawValue: 256)
}

/// The classes of the words that have one, by the hash of the normal form.
struct Lexicon: Sendable {
    private let classes: [UInt64: WordClass]

    /// The built-in word lists.
    static let standard = Lexicon(lists: WordLists.all)

    init(lists: [(WordClass, String)]) {
        var classes: [UInt64: WordClass] = [:]
        for (wordClass, list) in lists {
            for word in list.split(whereSeparator: \.isWhitespace) {
                classes[StableHash.hash(String(word), seed: StableHash.wordSeed), default: []].insert(wordClass)
            }
        }
        self.classes = classes
    }

    /// The classes of the word with this hash; none when it is in no list.
    func classes(ofHash hash: UInt64) -> WordClass {
        classes[hash] ?? []
    }
}
