/// A language as the sentence rules know it, from a code such as `en`, `pt-BR` or `""`.
///
/// It chooses lists of abbreviations and of words that begin sentences. Where the language is not known, the
/// lists of all languages are read but for the words that mean something else in another language.
public struct SentenceLanguage: Sendable, Hashable {
    /// The languages that have lists of their own, by their codes.
    enum Tongue: String, CaseIterable, Sendable {
        // In Latin letters, up to `id`.
        case en, de, nl, da, nb, sv, fr, es, it, pt, ca, ro, pl, cs, sk, sl, hr, hu, fi, et, tr, id
        case el, ru, uk, bg, sr, kk, hy, ar, fa, ur, he, hi

        /// The bit that stands for the language in the lexicon.
        var bit: UInt64 { 1 << UInt64(Self.allCases.firstIndex(of: self) ?? 0) }
        /// Whether the language is written in Latin letters.
        var isLatin: Bool { bit <= Tongue.id.bit }
        /// Whether a full stop behind a number makes it an ordinal.
        var hasDottedOrdinals: Bool {
            switch self {
            case .de, .da, .nb, .pl, .cs, .sk, .sl, .hr, .sr, .hu, .fi, .et, .tr: true
            default: false
            }
        }
    }

    /// The language that is meant; none is "not known".
    let tongue: Tongue?
    /// Whether a full stop behind a number makes it an ordinal.
    let hasDottedOrdinals: Bool
    /// Languages whose words are all read.
    let own: UInt64
    /// Languages whose unmistakable words are read too: all, or those of other scripts.
    let others: UInt64

    /// Nothing is known of the language.
    public static let unknown = SentenceLanguage("")

    /// Reads the language of a BCP 47 tag or an ICU locale name: what stands before the first `-`, `_` or `@`,
    /// in any case. A language without lists is as good as an unknown one.
    public init(_ code: String) {
        tongue = Self.tongue(of: code)
        hasDottedOrdinals = tongue?.hasDottedOrdinals ?? false
        own = (tongue?.bit ?? 0) | Self.everybody
        guard let tongue else {
            others = .max
            return
        }
        others = Tongue.allCases.reduce(0) { $1.isLatin == tongue.isLatin ? $0 : $0 | $1.bit }
    }

    /// The bit of words that all languages share.
    static let everybody: UInt64 = 1 << 62

    private static func tongue(of code: String) -> Tongue? {
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
        default: return Tongue(rawValue: tag)
        }
    }
}
