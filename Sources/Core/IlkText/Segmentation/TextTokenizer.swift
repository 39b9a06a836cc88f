import CICU
package import IlkVocabulary

/// Splits texts into tokens and sentences, the first stage of ``TextAnalyzer``. Not thread-safe.
///
/// The type is generic over the block reader, so that tests can use a reader with a planted fault.
package final class TextTokenizer<Reader: BlockReader> {
    package let wordRules: BreakAutomaton?
    package let sentenceRules: BreakAutomaton?
    private let words: WordCutter<Reader>
    private let sentences: SentenceCutter<Reader>
    private var writer: TokenWriter

    /// - Parameters:
    ///   - suppresses: `true` if sentences do not end after abbreviations of the locale.
    ///   - readsRules: `true` to run ICU's compiled rules with ``BreakAutomaton``, unless their format is
    ///     unknown. `false` to use only ICU's iterator.
    package init(
        locale: String, rules: SegmentationRules = .tailored, suppresses: Bool = false,
        readsRules: Bool = true
    ) throws(TextError) {
        let wordSegmenter = try Segmenter(unit: .words, locale: locale, rules: rules)
        let sentenceSegmenter = try Segmenter(
            unit: .sentences, locale: locale, rules: rules, suppresses: suppresses)
        wordRules = readsRules ? BreakAutomaton(wordSegmenter) : nil
        sentenceRules = readsRules ? BreakAutomaton(sentenceSegmenter) : nil
        let characters = CharacterTable(words: wordRules, sentences: sentenceRules)
        words = WordCutter(wordSegmenter, wordRules, characters, alphabet: wordRules?.asciiAlphabet)
        sentences = SentenceCutter(sentenceSegmenter, sentenceRules, characters)
        writer = TokenWriter(characters)
    }

    /// Replaces invalid UTF-8 in a text, and splits the text into sentences and into tokens with normal
    /// forms, hashes and types.
    package func cut(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: inout TokenizedText, sentences: inout [TextSpan]
    ) {
        text.replaceBytes(bytes)
        cutTokens(&text)
        cutSentences(text, into: &sentences)
    }

    private func cutTokens(_ text: inout TokenizedText) {
        // The writer borrows the arrays by exchange, so that the bytes can be read in place while the arrays
        // are written.
        writer.exchange(&text)
        writer.clear()
        text.bytes.withUnsafeBufferPointer { bytes in
            words.cut(bytes, into: &writer)
            writer.flush()
            writer.tokens.withUnsafeMutableBufferPointer { SpecialTokens<Reader>.recognize($0, in: bytes) }
        }
        writer.exchange(&text)
    }

    private func cutSentences(_ text: borrowing TokenizedText, into found: inout [TextSpan]) {
        found.removeAll(keepingCapacity: true)
        text.bytes.withUnsafeBufferPointer { text in
            sentences.cut(text) { lower, upper in
                let span = TextSpan(lower, upper).trimmed(in: text)
                if span.count > 0 { found.append(span) }
            }
        }
    }
}

extension TextSpan {
    /// Returns the span without surrounding white space and ASCII control characters.
    fileprivate func trimmed(in text: UnsafeBufferPointer<UInt8>) -> TextSpan {
        var (lower, upper) = (lowerBound, upperBound)
        while lower < upper, text[lower] <= 0x20 { lower &+= 1 }
        while upper > lower, text[upper &- 1] <= 0x20 { upper &-= 1 }
        return TextSpan(lower, upper)
    }
}
