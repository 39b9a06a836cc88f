import IlkVocabulary

/// An analysis as plain memory, for loops over every byte, word and line: no reference counts, no copies.
///
/// Valid only inside the closure that it is handed to; nothing keeps it.
struct SurveyedText {
    // The buffers of an analysis that is borrowed for the closure's duration: they neither move nor change.
    let bytes: UnsafeBufferPointer<UInt8>
    let folded: UnsafeBufferPointer<UInt8>
    let tokens: UnsafeBufferPointer<Token>
    let words: UnsafeBufferPointer<Int32>
    let hashes: UnsafeBufferPointer<UInt64>
    let sentences: UnsafeBufferPointer<TextSpan>
    let lines: UnsafeBufferPointer<TextSpan>

    @inline(__always)
    static func with<Result>(
        _ analysis: borrowing TextAnalysis, _ body: (SurveyedText) -> Result
    ) -> Result {
        analysis.bytes.withUnsafeBufferPointer { bytes in
            analysis.folded.withUnsafeBufferPointer { folded in
                analysis.tokens.withUnsafeBufferPointer { tokens in
                    analysis.words.withUnsafeBufferPointer { words in
                        analysis.wordHashes.withUnsafeBufferPointer { hashes in
                            analysis.sentences.withUnsafeBufferPointer { sentences in
                                analysis.lines.withUnsafeBufferPointer { lines in
                                    body(
                                        SurveyedText(
                                            bytes: bytes, folded: folded, tokens: tokens, words: words,
                                            hashes: hashes, sentences: sentences, lines: lines))
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The word of a place among the words.
    @inline(__always)
    func word(_ place: Int) -> Token { tokens[Int(words[place])] }
}
