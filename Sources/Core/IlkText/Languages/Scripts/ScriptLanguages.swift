/// The scripts that are used for only one language in modern texts.
enum ScriptLanguages {
    static func only(of script: WritingScript) -> Language? {
        switch script {
        case .greek: Language(known: "el")
        case .armenian: Language(known: "hy")
        case .hebrew: Language(known: "he")
        case .thaana: Language(known: "dv")
        case .bengali: Language(known: "bn")
        case .ethiopic: Language(known: "am")
        case .gurmukhi: Language(known: "pa")
        case .gujarati: Language(known: "gu")
        case .oriya: Language(known: "or")
        case .tamil: Language(known: "ta")
        case .telugu: Language(known: "te")
        case .kannada: Language(known: "kn")
        case .malayalam: Language(known: "ml")
        case .sinhala: Language(known: "si")
        case .thai: Language(known: "th")
        case .lao: Language(known: "lo")
        case .tibetan: Language(known: "bo")
        case .myanmar: Language(known: "my")
        case .georgian: Language(known: "ka")
        case .hangul: Language(known: "ko")
        case .cherokee: Language(known: "chr")
        case .khmer: Language(known: "km")
        case .hiragana, .katakana: Language(known: "ja")
        default: nil
        }
    }
}
