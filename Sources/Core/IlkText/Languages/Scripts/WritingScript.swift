/// A writing system, by the Script property of Unicode (UAX #24, Unicode 15.0).
///
/// The scripts of today's newspapers have a case each; the rest is ``unlisted``.
public enum WritingScript: UInt8, Sendable, Hashable, CaseIterable {
    /// Digits, punctuation, white space, symbols, emoji: used with every script.
    case common
    /// Combining marks, which belong to the script before them.
    case inherited
    /// A script that has no case here, or a code point that means nothing yet.
    case unlisted
    /// Latin.
    case latin
    /// Greek.
    case greek
    /// Cyrillic.
    case cyrillic
    /// Armenian.
    case armenian
    /// Hebrew.
    case hebrew
    /// Arabic.
    case arabic
    /// Syriac.
    case syriac
    /// Thaana.
    case thaana
    /// Devanagari.
    case devanagari
    /// Bengali.
    case bengali
    /// Gurmukhi.
    case gurmukhi
    /// Gujarati.
    case gujarati
    /// Oriya.
    case oriya
    /// Tamil.
    case tamil
    /// Telugu.
    case telugu
    /// Kannada.
    case kannada
    /// Malayalam.
    case malayalam
    /// Sinhala.
    case sinhala
    /// Thai.
    case thai
    /// Lao.
    case lao
    /// Tibetan.
    case tibetan
    /// Burmese.
    case myanmar
    /// Georgian.
    case georgian
    /// Hangul.
    case hangul
    /// Ethiopic.
    case ethiopic
    /// Cherokee.
    case cherokee
    /// Khmer.
    case khmer
    /// Mongolian.
    case mongolian
    /// Hiragana.
    case hiragana
    /// Katakana.
    case katakana
    /// Bopomofo.
    case bopomofo
    /// Han: Chinese characters, also of Japanese and Korean.
    case han

    /// The code of it in ISO 15924, such as `Latn`.
    public var code: String {
        switch self {
        case .common: "Zyyy"
        case .inherited: "Zinh"
        case .unlisted: "Zzzz"
        case .latin: "Latn"
        case .greek: "Grek"
        case .cyrillic: "Cyrl"
        case .armenian: "Armn"
        case .hebrew: "Hebr"
        case .arabic: "Arab"
        case .syriac: "Syrc"
        case .thaana: "Thaa"
        case .devanagari: "Deva"
        case .bengali: "Beng"
        case .gurmukhi: "Guru"
        case .gujarati: "Gujr"
        case .oriya: "Orya"
        case .tamil: "Taml"
        case .telugu: "Telu"
        case .kannada: "Knda"
        case .malayalam: "Mlym"
        case .sinhala: "Sinh"
        case .thai: "Thai"
        case .lao: "Laoo"
        case .tibetan: "Tibt"
        case .myanmar: "Mymr"
        case .georgian: "Geor"
        case .hangul: "Hang"
        case .ethiopic: "Ethi"
        case .cherokee: "Cher"
        case .khmer: "Khmr"
        case .mongolian: "Mong"
        case .hiragana: "Hira"
        case .katakana: "Kana"
        case .bopomofo: "Bopo"
        case .han: "Hani"
        }
    }

    /// The script with a code of ISO 15924, or nil when it has no case here.
    public init?(code: String) {
        guard let script = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = script
    }

    /// Whether its characters tell anything of a text's language: it is a script that has a name.
    public var isProper: Bool { rawValue > Self.unlisted.rawValue }
}
