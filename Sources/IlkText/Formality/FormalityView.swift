import IlkVocabulary

/// What the walk reads of an analysis and of the lexicon, as plain memory: the score is in every text's way.
///
/// Safe as long as it is used inside ``with(_:_:)``, which holds the arrays that the pointers point into.
struct FormalityView {
    let bytes: UnsafeBufferPointer<UInt8>
    let folded: UnsafeBufferPointer<UInt8>
    let tokens: UnsafeBufferPointer<Token>
    let wordHashes: UnsafeBufferPointer<UInt64>
    let sentences: UnsafeBufferPointer<TextSpan>
    let lexicon: FormalityLexicon.View
    /// ``WordLetters/kinds``.
    let letterKinds: UnsafeBufferPointer<UInt8>

    /// Calls a function with the memory of an analysis.
    @inline(__always)
    static func with<Result>(
        _ analysis: borrowing TextAnalysis, _ body: (FormalityView) -> Result
    ) -> Result {
        analysis.bytes.withUnsafeBufferPointer { bytes in
            analysis.folded.withUnsafeBufferPointer { folded in
                analysis.tokens.withUnsafeBufferPointer { tokens in
                    analysis.wordHashes.withUnsafeBufferPointer { hashes in
                        analysis.sentences.withUnsafeBufferPointer { sentences in
                            withTables { lexicon, letterKinds in
                                body(
                                    FormalityView(
                                        bytes: bytes, folded: folded, tokens: tokens, wordHashes: hashes,
                                        sentences: sentences, lexicon: lexicon, letterKinds: letterKinds))
                            }
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func withTables<Result>(
        _ body: (FormalityLexicon.View, UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        FormalityLexicon.standard.withView { lexicon in
            WordLetters.kinds.withUnsafeBufferPointer { body(lexicon, $0) }
        }
    }

    /// The byte at an offset of the text, 0 outside.
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { Marks.byte(bytes, offset) }
}
