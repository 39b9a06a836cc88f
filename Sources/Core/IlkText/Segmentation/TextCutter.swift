import CICU
package import IlkVocabulary

/// Cuts texts into tokens and sentences: what ``TextAnalyzer`` begins with.
///
/// Generic over the reader of blocks, so that a proof can have one with a planted fault. For one thread at a time.
package final class TextCutter<Reader: BlockReader> {
    package let wordRules: BreakAutomaton?
    package let sentenceRules: BreakAutomaton?
    private let words: WordCutter<Reader>
    private let sentences: SentenceCutter<Reader>
    private var writer: TokenWriter

    /// A cutter with the break rules of a locale.
    ///
    /// - Parameters:
    ///   - suppresses: Whether sentences do not end behind abbreviations of the locale.
    ///   - readsRules: Whether ICU's rules are read; if not, as if their form were not known, all is left to ICU.
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

    /// Cuts a text into tokens, with normal forms, hashes and types, and sentences.
    ///
    /// - Parameters:
    ///   - bytes: The text. Bytes that are not UTF-8 are replaced.
    ///   - text: Where the text and its tokens are written.
    ///   - sentences: Where the sentences are written.
    package func cut(
        _ bytes: UnsafeBufferPointer<UInt8>, into text: inout TokenizedText, sentences: inout [TextSpan]
    ) {
        text.replaceBytes(bytes)
        cutTokens(&text)
        cutSentences(text, into: &sentences)
    }

    private func cutTokens(_ text: inout TokenizedText) {
        // The arrays are lent to the writer; the bytes stay where they are while they are read.
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
    /// The span without white space and controls of ASCII around it.
    fileprivate func trimmed(in text: UnsafeBufferPointer<UInt8>) -> TextSpan {
        var (lower, upper) = (lowerBound, upperBound)
        while lower < upper, text[lower] <= 0x20 { lower &+= 1 }
        while upper > lower, text[upper &- 1] <= 0x20 { upper &-= 1 }
        return TextSpan(lower, upper)
    }
}
