/// A writing system, by the Unicode property Script (UAX #24, Unicode 15.0).
///
/// Scripts in wide use today have a case each. All others are ``unlisted``.
public enum WritingScript: UInt8, Sendable, Hashable, CaseIterable {
    /// Digits, punctuation, white space, symbols and emoji, which all scripts share.
    case common
    /// Combining marks, which belong to the script before them.
    case inherited
    /// A script without a case, or an unassigned code point.
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
    /// Han: Chinese characters, also in Japanese and Korean.
    case han

    /// The ISO 15924 code of the script, such as `Latn`.
    public var code: String { Self.codes[Int(rawValue)] }

    /// The codes in the order of the cases.
    private static let codes = [
        "Zyyy", "Zinh", "Zzzz", "Latn", "Grek", "Cyrl", "Armn", "Hebr", "Arab", "Syrc", "Thaa", "Deva",
        "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Thai", "Laoo", "Tibt",
        "Mymr", "Geor", "Hang", "Ethi", "Cher", "Khmr", "Mong", "Hira", "Kana", "Bopo", "Hani",
    ]

    /// `true` for a named script, whose characters give information about the language.
    public var isProper: Bool { rawValue > Self.unlisted.rawValue }
}
