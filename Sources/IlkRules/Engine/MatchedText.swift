import IlkText
import IlkVocabulary

/// The text at hand as plain memory, for loops over all of it: no reference counting, no copies.
///
/// Valid only inside the closure that it is handed to; nothing keeps it.
struct MatchedText {
    // The buffers of an analysis that is borrowed for the closure's duration: they neither move nor change.
    let bytes: UnsafeBufferPointer<UInt8>
    let folded: UnsafeBufferPointer<UInt8>
    let tokens: UnsafeBufferPointer<Token>
    /// The places of the words among the tokens.
    let words: UnsafeBufferPointer<Int32>
    let wordHashes: UnsafeBufferPointer<UInt64>
    let lines: UnsafeBufferPointer<TextSpan>
    let features: UnsafeBufferPointer<Double>
    let isASCII: Bool

    static func with<Result>(_ analysis: borrowing TextAnalysis, _ body: (MatchedText) -> Result) -> Result {
        let isASCII = analysis.isASCII
        return analysis.bytes.withUnsafeBufferPointer { bytes in
            analysis.folded.withUnsafeBufferPointer { folded in
                analysis.tokens.withUnsafeBufferPointer { tokens in
                    analysis.words.withUnsafeBufferPointer { words in
                        analysis.wordHashes.withUnsafeBufferPointer { hashes in
                            analysis.lines.withUnsafeBufferPointer { lines in
                                analysis.features.values.withUnsafeBufferPointer { features in
                                    body(
                                        MatchedText(
                                            bytes: bytes, folded: folded, tokens: tokens, words: words,
                                            wordHashes: hashes, lines: lines, features: features,
                                            isASCII: isASCII))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The token of a word, by its place among the words.
    @inline(__always)
    func token(ofWord word: Int) -> Token { tokens[Int(words[word])] }

    /// The normal form of a word.
    @inline(__always)
    func normalForm(_ token: Token) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: folded[token.foldedRange])
    }
}
