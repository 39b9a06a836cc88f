/// Tells the language of texts. A value without state of its own: one serves all threads.
///
/// A guess costs no allocation. Of a long text a bounded part is read.
public struct LanguageGuesser: Sendable {
    /// The guesser with the model that is inside the program.
    public static let standard = LanguageGuesser()

    init() {}

    /// The language of a text that was taken apart.
    public func guess(_ analysis: TextAnalysis) -> LanguageGuess {
        analysis.bytes.withUnsafeBufferPointer { guess(utf8: $0) }
    }

    /// The language of a text.
    ///
    /// - Parameter bytes: Valid UTF-8.
    public func guess(utf8 bytes: UnsafeBufferPointer<UInt8>) -> LanguageGuess {
        guard let script = ScriptHistogram(utf8: bytes).dominant else { return .undetermined }
        guard let only = ScriptLanguages.only(of: script) else {
            return LanguageGuess(language: nil, confidence: 0, script: script)
        }
        return LanguageGuess(language: only, confidence: 0.99, script: script)
    }

    /// The language of a string.
    public func guess(_ text: String) -> LanguageGuess {
        var text = text
        return text.withUTF8 { guess(utf8: $0) }
    }
}
