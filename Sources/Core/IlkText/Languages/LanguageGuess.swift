/// The guessed natural language of a text, with a confidence.
public struct LanguageGuess: Sendable, Hashable {
    /// The guessed language, or `nil` if there is no guess. There is no guess if the text is code or numbers,
    /// is in a script without a model, or is empty.
    public var language: Language?
    /// The probability that ``language`` is correct, 0 to 1, calibrated on held-out texts. 0 if ``language``
    /// is `nil`.
    public var confidence: Double
    /// The second most probable language, or `nil` if the script has no other language.
    public var runnerUp: Language?
    /// The script whose languages were compared: the script with the most letters. An ideograph or a kana
    /// counts as three letters. `nil` for a text without letters.
    public var script: WritingScript?

    /// A guess without a language, for code, numbers and empty texts.
    public static let undetermined = LanguageGuess(language: nil, confidence: 0)

    /// The BCP 47 code of ``language``, or `und` if ``language`` is `nil`.
    public var tag: String { language?.code ?? "und" }
}
