import IlkText

/// The parameters of a model that are not counted.
struct Settings {
    /// The languages by group, in the order of the model.
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
    /// Penalties on the scores of languages that are rare or often predicted for texts in other languages, in
    /// eighths of a nat.
    static let priors: [String: Int16] = {
        var priors: [String: Int16] = [
            "gl": 18, "nn": 18, "af": 14, "la": 18, "br": 18, "gd": 18, "eo": 14, "sw": 14, "tl": 14,
            "az": 12, "mn": 10,
            "mk": 6, "be": 4, "kk": 2, "ur": 4, "mr": 8, "ne": 8, "zxx": 24,
        ]
        for code in ["ca", "hr", "sl", "et", "lv", "lt", "sq", "eu", "is", "ga", "cy"] { priors[code] = 7 }
        return priors
    }()
    /// The maximum number of letters by source. ``lettersOfOthers`` applies to all other sources.
    static let letters: [String: Int] = [
        "hunspell": 700_000, "libreoffice-help": 200_000, "manpages": 200_000,
    ]
    /// The maximum number of letters of a source that is not in ``letters``.
    static let lettersOfOthers = 500_000
    /// The sources that are held out for fitting the temperatures.
    static let heldOut: Set<String> = ["wesnoth"]

    var rows = 5_200
    var entries = 17_000
    /// The number of entries of each group besides Latin.
    var groupEntries: [LanguageGroup: Int] = [
        .cyrillic: 5_000, .arabic: 1_500, .devanagari: 1_500, .han: 2_500,
    ]
    /// The maximum number of common words, and the minimum share of a word among the words of a language.
    var words = 3_500
    var minimumWordShare: Float = 3e-4
    /// The strength of smoothing for words: the frequencies of a language with few words are shrunk to the
    /// mean of all languages.
    var wordSmoothing: Float = 5_000
    /// The minimum frequency of a word.
    var wordFloor: Float = 3e-5
    /// The minimum lead of the best language by common words alone, in quarters of a nat.
    var wordMargin: UInt16 = 40
    /// The weight of each type of feature.
    var weights: [LanguageFeatureList.Kind: Float] = [
        .run2: 0.25, .run3: 0.4, .run4: 0.5, .run5: 0.6, .word: 1, .ideograph: 1,
    ]
    /// The strength of smoothing for letters: the frequencies of a language with few letters are shrunk to
    /// the mean of all languages.
    var smoothing: Float = 100_000
    var share: Float = 0.1
    /// The minimum frequency.
    var floor: Float = 5e-7
    /// The number of score units per nat.
    var scale: Float = 8
    /// The most frequent languages of texts.
    static let main: Set<String> = Set(
        "en de fr es it pt nl sv da nb pl cs sk hu ro fi tr vi id ru uk bg sr ar fa hi zh ja".split(
            separator: " "
        ).map(String.init))
    /// The weight of separating a language that is not in ``main``, relative to one that is.
    static let minor: Float = 0.3
    /// The support of a code-like word for no language, and of any other word against it, in eighths of a
    /// nat.
    var codeWord: Int16 = 16
    var proseWord: Int16 = 4
}
