import IlkText

/// What a model is made of and how: all numbers that are not counted.
struct Settings {
    /// The languages by group. The order is that of the model.
    static let languages: [(group: LanguageGroup, codes: [String])] = [
        (
            .latin,
            [
                "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "pl", "cs", "sk", "hu", "ro",
                "fi", "tr",
                "vi", "id", "ca", "hr", "sl", "et", "lv", "lt", "sq", "eu", "gl", "is", "ga", "cy", "af",
                "eo", "la",
                "tl", "az", "nn", "sw", "br", "gd", "zxx",
            ]
        ),
        (.cyrillic, ["ru", "uk", "bg", "sr", "be", "mk", "kk", "mn"]),
        (.arabic, ["ar", "fa", "ur"]),
        (.devanagari, ["hi", "mr", "ne"]),
        (.han, ["zh", "ja"]),
    ]
    /// Languages that texts are seldom in, or that others are mistaken for: eighths of a nat off their scores.
    static let priors: [String: Int16] = {
        var priors: [String: Int16] = [
            "gl": 18, "nn": 18, "af": 14, "la": 18, "br": 18, "gd": 18, "eo": 14, "sw": 14, "tl": 14,
            "az": 12, "mn": 10,
            "mk": 6, "be": 4, "kk": 2, "ur": 4, "mr": 8, "ne": 8, "zxx": 24,
        ]
        for code in ["ca", "hr", "sl", "et", "lv", "lt", "sq", "eu", "is", "ga", "cy"] { priors[code] = 7 }
        return priors
    }()
    /// Letters counted at most, by source; of the others `letters`.
    static let letters: [String: Int] = [
        "hunspell": 700_000, "libreoffice-help": 200_000, "manpages": 200_000,
    ]
    /// Letters of a source that is not named in ``letters``.
    static let lettersOfOthers = 500_000
    /// Texts of these sources are kept back while the temperatures are fitted.
    static let keptBack: Set<String> = ["wesnoth"]

    var rows = 5_200
    var entries = 17_000
    /// Of the entries, how many each group has beside Latin.
    var groupEntries: [LanguageGroup: Int] = [
        .cyrillic: 5_000, .arabic: 1_500, .devanagari: 1_500, .han: 2_500,
    ]
    /// How many common words there are at most, and the least part that one has of a language's words.
    var words = 3_500
    var leastWordShare: Float = 3e-4
    /// Words of doubt: a language with few words in running text is drawn to what all languages have.
    var wordDoubt: Float = 5_000
    /// The least frequency of a word.
    var wordFloor: Float = 3e-5
    /// How far ahead the best language must be by common words alone, in quarters of a nat.
    var wordMargin: UInt16 = 40
    /// How much a kind of feature is believed.
    var weights: [LanguageFeatureList.Kind: Float] = [
        .run2: 0.25, .run3: 0.4, .run4: 0.5, .run5: 0.6, .word: 1, .ideograph: 1,
    ]
    /// Letters of doubt: a language counted on few letters is drawn to what all languages have.
    var doubt: Float = 100_000
    var share: Float = 0.1
    /// The least frequency.
    var floor: Float = 5e-7
    /// Units a nat.
    var scale: Float = 8
    /// The languages that most texts are in.
    static let main: Set<String> = Set(
        "en de fr es it pt nl sv da nb pl cs sk hu ro fi tr vi id ru uk bg sr ar fa hi zh ja".split(
            separator: " "
        ).map(String.init))
    /// What telling apart one of the other languages counts for, beside one of ``main``.
    static let minor: Float = 0.3
    /// What a word as in code says for no language, and what another word says against it, in eighths of a nat.
    var codeWord: Int16 = 16
    var proseWord: Int16 = 4
}
