import IlkText

// Here and not in `IlkText`: functions of another module are called, not inlined.
extension AnalyzedText.View {
    /// The token of a word, by its index among the words.
    @inline(__always)
    func token(ofWord word: Int) -> Token { tokens[Int(words[word])] }

    /// The normal form of a word.
    @inline(__always)
    func normalForm(_ token: Token) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: folded[token.foldedRange])
    }
}
