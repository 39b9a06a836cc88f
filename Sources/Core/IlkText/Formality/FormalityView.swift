import IlkVocabulary

/// The parts of a text and of the lexicon that the walk reads, as plain memory. Every text is scored, so access must be fast.
///
/// Safe as long as it is used inside ``with(_:_:)``, which holds the arrays that the pointers point into.
struct FormalityView {
    let text: AnalyzedText.View
    let lexicon: FormalityLexicon.View
    /// ``WordLetters/kinds``.
    let letterKinds: UnsafeBufferPointer<UInt8>

    /// Calls a function with the memory of a text.
    @inline(__always)
    static func with<Result>(
        _ text: borrowing AnalyzedText, _ body: (FormalityView) -> Result
    ) -> Result {
        AnalyzedText.View.withMemory(of: text) { text in
            FormalityLexicon.standard.withView { lexicon in
                WordLetters.kinds.withUnsafeBufferPointer { letterKinds in
                    body(FormalityView(text: text, lexicon: lexicon, letterKinds: letterKinds))
                }
            }
        }
    }

    /// The byte at an offset of the text, 0 outside.
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { Marks.byte(text.bytes, offset) }
}
