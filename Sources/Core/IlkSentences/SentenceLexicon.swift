/// The words of the sentence rules by role, such as abbreviations and words that begin sentences.
///
/// Words are looked up by a 64-bit hash of their folded characters. A collision is not detected: any word
/// with the same hash gets the same roles.
final class SentenceLexicon: Sendable {
    /// The role of a word in the sentence rules. The raw value is a bit number in ``Roles``.
    enum Role: UInt8, CaseIterable, Sendable {
        /// An abbreviation that never ends a sentence, such as a title before a name.
        case neverFinal = 1
        /// Like ``neverFinal``, but only if capitalized: a title that is also a common word.
        case title
        /// Like ``usual``, but only if capitalized.
        case capitalizedUsual
        /// A word that is an abbreviation before a number, and may be a common word elsewhere.
        case numbered
        /// An abbreviation that ends a sentence only before a ``starter``, not before another capital or a
        /// number.
        case usual
        /// An abbreviation that ends a sentence unless a lower-case letter or a bracket follows.
        case final
        /// An abbreviation of a time of day, such as `a.m.`
        case timeOfDay
        /// A word that begins sentences and is not part of names: a pronoun, an article, a question word.
        case starter
        /// A noun that begins sentences without an article. Before another capitalized word, the noun is part
        /// of a name.
        case subject
        /// The full name of a month.
        case month
        /// A word after which a line break does not end a sentence: an article, a preposition, a conjunction.
        case continuation
        /// A verb of speech.
        case speech
        /// A word that may follow a time of day: a day or a time zone.
        case clockTail
        /// A name that ends with an exclamation mark, such as `Yahoo!`.
        case exclaimed
        /// A top-level domain.
        case domain
        /// A preposition of time or place at the start of a sentence.
        case preposition
        /// A word that precedes an ordinal number.
        case beforeOrdinal
    }

    struct Roles: OptionSet, Sendable {
        let rawValue: UInt32

        init(rawValue: UInt32) { self.rawValue = rawValue }
        init(_ role: Role) { rawValue = 1 << UInt32(role.rawValue) }

        func contains(_ role: Role) -> Bool { contains(Roles(role)) }

        static let abbreviation: Roles = [
            Roles(.neverFinal), Roles(.title), Roles(.capitalizedUsual), Roles(.timeOfDay), Roles(.numbered),
            Roles(.usual),
            Roles(.final),
        ]
    }

    /// The embedded word lists, loaded once per process.
    static let shared = SentenceLexicon(lists: SentenceWordList.all)

    private struct Entry {
        var key: UInt64 = 0
        var languages: UInt64 = 0
        var role = Roles([])
    }

    private let entries: [Entry]
    private let mask: Int

    /// The bit of a word that means something else in another language.
    private static let ambiguous: UInt64 = 1 << 63

    init(lists: [SentenceWordList]) {
        let words = lists.reduce(0) { $0 + $1.words.utf8.count { $0 == 0x20 || $0 == 0x0A } + 1 }
        var size = 1024
        while size < words * 2 { size *= 2 }
        var entries = [Entry](repeating: Entry(), count: size)
        for list in lists {
            let bits =
                list.tongues.isEmpty ? SentenceLanguage.allLanguages : list.tongues.reduce(0) { $0 | $1.bit }
            for word in list.words.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
                let isAmbiguous = word.last == "~"
                let key = Self.key(of: isAmbiguous ? word.dropLast() : word)
                var slot = Int(truncatingIfNeeded: key >> 20) & (size - 1)
                while entries[slot].key != 0 { slot = (slot + 1) & (size - 1) }
                entries[slot] = Entry(
                    key: key, languages: isAmbiguous ? bits | Self.ambiguous : bits, role: Roles(list.role))
            }
        }
        self.entries = entries
        mask = size - 1
    }

    /// Returns the roles of the word with a hash, found by linear probing.
    func roles(of hash: UInt64, in language: SentenceLanguage) -> Roles {
        let key = hash == 0 ? 1 : hash
        var roles = Roles([])
        var slot = Int(truncatingIfNeeded: key >> 20) & mask
        while entries[slot].key != 0 {
            if entries[slot].key == key {
                let bits = entries[slot].languages
                if bits & language.own != 0 || bits & Self.ambiguous == 0 && bits & language.others != 0 {
                    roles.formUnion(entries[slot].role)
                }
            }
            slot = (slot + 1) & mask
        }
        return roles
    }

    func contains(_ hash: UInt64, as role: Role, in language: SentenceLanguage) -> Bool {
        roles(of: hash, in: language).contains(role)
    }

    func isAbbreviation(_ hash: UInt64, in language: SentenceLanguage) -> Bool {
        !roles(of: hash, in: language).isDisjoint(with: .abbreviation)
    }

    /// The hash of an empty word.
    static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Appends a folded character to a hash: xor, then a multiplication and a shift to spread the bits.
    @inline(__always)
    static func extend(_ hash: UInt64, by scalar: UInt32) -> UInt64 {
        let mixed = (hash ^ UInt64(fold(scalar))) &* 0x9E37_79B9_7F4A_7C15
        return mixed ^ (mixed >> 29)
    }

    private static func key(of word: Substring) -> UInt64 {
        let hash = word.unicodeScalars.reduce(seed) { extend($0, by: $1.value) }
        return hash == 0 ? 1 : hash
    }

    /// Returns the lower-case letter of a letter in the alphabets of the word lists, or any other character
    /// unchanged.
    static func fold(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x41...0x5A: return scalar + 0x20
        case 0..<0xC0: return scalar
        case 0xD7, 0xDF...0xFF: return scalar
        case 0xC0...0xDE: return scalar + 0x20
        case 0x130: return 0x69
        case 0x100...0x137, 0x14A...0x177: return scalar | 1
        case 0x139...0x148, 0x179...0x17E: return scalar & 1 == 1 ? scalar + 1 : scalar
        case 0x178: return 0xFF
        case 0x386: return 0x3AC
        case 0x388...0x38A: return scalar + 0x25
        case 0x38C: return 0x3CC
        case 0x38E, 0x38F: return scalar + 0x3F
        case 0x391...0x3AB: return scalar + 0x20
        case 0x3C2: return 0x3C3
        case 0x400...0x40F: return scalar + 0x50
        case 0x410...0x42F: return scalar + 0x20
        case 0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F: return scalar | 1
        case 0x531...0x556: return scalar + 0x30
        case 0x2019: return 0x27
        default: return scalar
        }
    }
}
