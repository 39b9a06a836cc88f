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
    public var code: String { Self.codes[Int(rawValue)] }

    /// The codes in the order of the cases.
    private static let codes = [
        "Zyyy", "Zinh", "Zzzz", "Latn", "Grek", "Cyrl", "Armn", "Hebr", "Arab", "Syrc", "Thaa", "Deva",
        "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh", "Thai", "Laoo", "Tibt",
        "Mymr", "Geor", "Hang", "Ethi", "Cher", "Khmr", "Mong", "Hira", "Kana", "Bopo", "Hani",
    ]

    /// Whether its characters tell anything of a text's language: it is a script that has a name.
    public var isProper: Bool { rawValue > Self.unlisted.rawValue }
}
