/// Which natural language a text is in, and how sure that is.
public struct LanguageGuess: Sendable, Hashable {
    /// The language, or nil when the text is in none that is known: code, numbers, a script without a model, nothing.
    public var language: Language?
    /// The probability that ``language`` is right, in 0...1, as measured on texts that were not learned from; 0 when
    /// ``language`` is nil.
    public var confidence: Double
    /// The next best language, or nil when no other is written in the script.
    public var runnerUp: Language?
    /// The script that the language was looked for in: the one with the most letters, where an ideograph or a kana
    /// counts for as much as three letters. Nil for a text without letters.
    public var script: WritingScript?

    /// No language: what is said of code, of numbers and of nothing.
    public static let undetermined = LanguageGuess(language: nil, confidence: 0)

    /// The code of BCP 47: that of ``language``, or `und`.
    public var tag: String { language?.code ?? "und" }
}
