import CICU
import IlkVocabulary

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

    /// Takes a text and finds its tokens, with normal forms and hashes, and its sentences.
    package func cut(_ bytes: UnsafeBufferPointer<UInt8>, into analysis: inout TextAnalysis) {
        analysis.take(bytes)
        cutTokens(&analysis)
        cutSentences(&analysis)
    }

    private func cutTokens(_ analysis: inout TextAnalysis) {
        // The arrays are lent to the writer; the bytes stay where they are while they are read.
        writer.exchange(&analysis)
        writer.clear()
        analysis.bytes.withUnsafeBufferPointer { text in
            words.cut(text, into: &writer)
            writer.flush()
            writer.tokens.withUnsafeMutableBufferPointer { SpecialTokens<Reader>.recognize($0, in: text) }
        }
        writer.exchange(&analysis)
    }

    /// Where the sentences of valid UTF-8 end, with the white space behind them.
    package func sentenceEnds(_ bytes: [UInt8]) -> [Int] {
        var ends: [Int] = []
        bytes.withUnsafeBufferPointer { text in sentences.cut(text) { ends.append($1) } }
        return ends
    }

    private func cutSentences(_ analysis: inout TextAnalysis) {
        var found: [TextSpan] = []
        swap(&found, &analysis.sentences)
        found.removeAll(keepingCapacity: true)
        analysis.bytes.withUnsafeBufferPointer { text in
            sentences.cut(text) { lower, upper in
                let span = TextSpan(lower, upper).trimmed(in: text)
                if span.count > 0 { found.append(span) }
            }
        }
        swap(&found, &analysis.sentences)
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
