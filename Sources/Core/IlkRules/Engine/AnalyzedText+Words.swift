import IlkText

// Defined here and not in `IlkText` because functions of another module are not inlined.
extension AnalyzedText.View {
    /// Returns the token of a word by its word index.
    @inline(__always)
    func token(ofWord word: Int) -> Token { tokens[Int(words[word])] }

    @inline(__always)
    func normalForm(_ token: Token) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: folded[token.foldedRange])
    }
}
