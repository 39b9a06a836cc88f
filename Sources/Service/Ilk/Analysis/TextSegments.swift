import IlkFraming
import IlkSentences
package import IlkText
package import IlkVocabulary

/// The words or the sentences of a text.
package final class TextSegments {
    /// The unit of segmentation.
    package enum Unit {
        /// Words and punctuation. If `all` is `true`, also white space.
        case words(all: Bool)
        case sentences(SentenceStyle)
    }

    /// The rules for sentence boundaries.
    package enum SentenceStyle: String, CaseIterable, Sendable {
        /// The boundaries of UAX #29.
        case unicode
        /// The boundaries of `SentenceSplitter`, which handles abbreviations, lists and quotations.
        case people
    }

    package let unit: Unit
    private let analyzer: TextAnalyzer
    private let splitter: SentenceSplitter?
    /// The text with all its tokens.
    package private(set) var segmented = TokenizedText()
    /// The sentences of the text, as spans.
    package private(set) var sentences: [TextSpan] = []

    /// - Throws: The error of the analyzer if ICU's data is missing.
    package init(_ unit: Unit) throws {
        self.unit = unit
        analyzer = try TextAnalyzer(measuring: .classification)
        if case .sentences(.people) = unit { splitter = SentenceSplitter() } else { splitter = nil }
    }

    /// The name of the list in JSON.
    package var fieldName: String {
        if case .words = unit { "words" } else { "sentences" }
    }

    /// Segments a text. Afterwards, the properties of this object describe this text.
    package func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        analyzer.segment(bytes, into: &segmented, sentences: &sentences)
        guard let splitter else { return }
        let guess = LanguageGuesser.standard.guess(segmented)
        let language = guess.language.map { SentenceLanguage($0.code) } ?? .unknown
        segmented.bytes.withUnsafeBufferPointer { splitter.split($0, language: language, into: &sentences) }
    }

    /// The names of token kinds by raw value. They are precomputed, because creating a name takes longer than
    /// writing the rest of a token.
    private static let kindNames = TokenKind.allCases.map { "\($0)" }

    package static func name(_ kind: TokenKind) -> String { kindNames[Int(kind.rawValue)] }

    /// The requested words. Empty for sentences.
    package var tokens: [Token] {
        guard case .words(let all) = unit else { return [] }
        return all ? segmented.tokens : segmented.tokens.filter { $0.kind != .space }
    }

    /// Returns the list as JSON on one line.
    package func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for token in tokens {
            writer.beginObject()
            write(segmented.span(of: token), to: &writer)
            writer.field("kind", Self.name(token.kind))
            if token.kind.isWord {
                writer.field("normal", segmented.normalForm(of: token))
            }
            writer.endObject()
        }
        if case .sentences = unit {
            for sentence in sentences {
                writer.beginObject()
                write(sentence, to: &writer)
                writer.endObject()
            }
        }
        writer.endArray()
        return writer.bytes
    }

    private func write(_ span: TextSpan, to writer: inout JSONWriter) {
        writer.key("span")
        writer.beginArray()
        writer.integer(span.lowerBound)
        writer.integer(span.upperBound)
        writer.endArray()
        writer.field("text", segmented.text(in: span))
    }
}
