package import IlkVocabulary

extension AnalyzedText {
    /// The arrays of a text as plain memory, for loops over all of it: no reference counts, no copies.
    ///
    /// Valid only inside the closure that it is passed to.
    package struct View {
        // The buffers of a text that is borrowed for the closure's duration: they neither move nor change.
        package let bytes: UnsafeBufferPointer<UInt8>
        package let folded: UnsafeBufferPointer<UInt8>
        package let tokens: UnsafeBufferPointer<Token>
        /// The indices in ``tokens`` of the words.
        package let words: UnsafeBufferPointer<Int32>
        package let wordHashes: UnsafeBufferPointer<UInt64>
        package let wordClasses: UnsafeBufferPointer<WordClass>
        package let sentences: UnsafeBufferPointer<TextSpan>
        package let lines: UnsafeBufferPointer<TextSpan>
        package let features: UnsafeBufferPointer<Double>
        package let isASCII: Bool

        /// Calls a function with the memory of a text. Not generic, so that it is fast from other modules.
        package static func with(_ text: borrowing AnalyzedText, _ body: (View) -> Void) {
            withMemory(of: text, body)
        }

        /// Calls a function with the memory of a text, and returns its result.
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

        /// Calls a function with the memory of a text whose word classes and features are still being measured.
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

        /// The token of a word, by its index among the words.
        @inline(__always)
        func token(ofWord word: Int) -> Token { tokens[Int(words[word])] }
    }
}
