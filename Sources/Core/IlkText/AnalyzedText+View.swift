package import IlkVocabulary

extension AnalyzedText {
    /// The arrays of a text as buffers, for loops over all elements without reference counting or copies.
    ///
    /// A view is valid only inside the closure that receives it.
    package struct View {
        // The buffers belong to a text that is borrowed for the duration of the closure: they neither move
        // nor change.
        package let bytes: UnsafeBufferPointer<UInt8>
        package let folded: UnsafeBufferPointer<UInt8>
        package let tokens: UnsafeBufferPointer<Token>
        package let words: UnsafeBufferPointer<Int32>
        package let wordHashes: UnsafeBufferPointer<UInt64>
        package let wordClasses: UnsafeBufferPointer<WordClass>
        package let sentences: UnsafeBufferPointer<TextSpan>
        package let lines: UnsafeBufferPointer<TextSpan>
        package let features: UnsafeBufferPointer<Double>
        package let isASCII: Bool

        /// Calls a closure with the buffers of a text. This overload is not generic, so that calls from other
        /// modules are fast.
        package static func with(_ text: borrowing AnalyzedText, _ body: (View) -> Void) {
            withMemory(of: text, body)
        }

        package static func with<Result>(_ text: borrowing AnalyzedText, _ body: (View) -> Result) -> Result {
            withMemory(of: text, body)
        }

        @inline(__always)
        static func withMemory<Result>(
            of text: borrowing AnalyzedText, _ body: (View) -> Result
        ) -> Result {
            text.wordClasses.withUnsafeBufferPointer { wordClasses in
                text.features.values.withUnsafeBufferPointer { features in
                    withMemory(of: text, wordClasses, features, body)
                }
            }
        }

        /// Calls a closure with the buffers of a text whose word classes and features are being measured.
        @inline(__always)
        static func withMemory<Result>(
            of text: borrowing AnalyzedText, _ wordClasses: UnsafeBufferPointer<WordClass>,
            _ features: UnsafeBufferPointer<Double>, _ body: (View) -> Result
        ) -> Result {
            let isASCII = text.tokenized.isASCII
            return text.tokenized.bytes.withUnsafeBufferPointer { bytes in
                text.tokenized.folded.withUnsafeBufferPointer { folded in
                    text.tokenized.tokens.withUnsafeBufferPointer { tokens in
                        text.tokenized.words.withUnsafeBufferPointer { words in
                            text.tokenized.wordHashes.withUnsafeBufferPointer { wordHashes in
                                text.sentences.withUnsafeBufferPointer { sentences in
                                    text.lines.withUnsafeBufferPointer { lines in
                                        body(
                                            View(
                                                bytes: bytes, folded: folded, tokens: tokens, words: words,
                                                wordHashes: wordHashes, wordClasses: wordClasses,
                                                sentences: sentences, lines: lines, features: features,
                                                isASCII: isASCII))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }

        @inline(__always)
        func token(ofWord word: Int) -> Token { tokens[Int(words[word])] }
    }
}
