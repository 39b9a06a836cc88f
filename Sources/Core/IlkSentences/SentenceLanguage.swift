/// The language of a text for sentence splitting, from a code such as `en` or `pt-BR`.
///
/// The language selects the lists of abbreviations and of words that begin sentences. For an unknown
/// language, the lists of all languages are combined, without entries that are ordinary words in one of the
/// other languages.
public struct SentenceLanguage: Sendable, Hashable {
    /// The languages with word lists, by language code.
    enum ListedLanguage: String, CaseIterable, Sendable {
        // The languages up to `id` use the Latin alphabet.
        case en, de, nl, da, nb, sv, fr, es, it, pt, ca, ro, pl, cs, sk, sl, hr, hu, fi, et, tr, id
        case el, ru, uk, bg, sr, kk, hy, ar, fa, ur, he, hi

        /// The bit of the language in the lexicon.
        var bit: UInt64 { 1 << UInt64(Self.allCases.firstIndex(of: self) ?? 0) }
        var isLatin: Bool { bit <= ListedLanguage.id.bit }
        /// `true` if a full stop after a number makes it an ordinal.
        var hasDottedOrdinals: Bool {
            switch self {
            case .de, .da, .nb, .pl, .cs, .sk, .sl, .hr, .sr, .hu, .fi, .et, .tr: true
            default: false
            }
        }
    }

    /// `nil` for an unknown language.
    let tongue: ListedLanguage?
    let hasDottedOrdinals: Bool
    /// The bits of the languages of which all words apply.
    let own: UInt64
    /// The bits of the languages of which only the unambiguous words apply. For an unknown language, these
    /// are all languages. Otherwise, they are the languages that do not share the alphabet of this language.
    let others: UInt64

    /// An unknown language.
    public static let unknown = SentenceLanguage("")

    /// Creates a language from a BCP 47 tag or an ICU locale name.
    ///
    /// - Parameter code: The code, in upper or lower case. Only the part before the first `-`, `_` or `@` is
    ///   used. A language without word lists is treated as unknown.
    public init(_ code: String) {
        tongue = Self.tongue(of: code)
        hasDottedOrdinals = tongue?.hasDottedOrdinals ?? false
        own = (tongue?.bit ?? 0) | Self.allLanguages
        guard let tongue else {
            others = .max
            return
        }
        others = ListedLanguage.allCases.reduce(0) { $1.isLatin == tongue.isLatin ? $0 : $0 | $1.bit }
    }

    /// The bit of words shared by all languages.
    static let allLanguages: UInt64 = 1 << 62

    private static func tongue(of code: String) -> ListedLanguage? {
        let tag = code.prefix { $0 != "-" && $0 != "_" && $0 != "@" }.lowercased()
        switch tag {
        case "no", "nn": return .nb
        case "bs", "hbs": return .hr
        case "gsw", "lb": return .de
        case "gl": return .pt
        case "ms": return .id
        case "be": return .ru
        case "mk": return .bg
        case "ky", "tt": return .kk
        case "mr", "ne", "sa": return .hi
        default: return ListedLanguage(rawValue: tag)
        }
    }
}
