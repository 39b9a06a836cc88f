package import IlkConsole
import IlkFraming
import IlkSentences
import IlkText
import IlkVocabulary

/// A report on the words or the sentences of a text.
package final class SegmentReport: AnalysisReport {
    /// The unit of segmentation.
    package enum Unit {
        /// Words and punctuation, with white space if requested.
        case words(all: Bool)
        /// Sentences.
        case sentences(SentenceStyle)
    }

    private let unit: Unit
    private let style: Style
    private let analyzer: TextAnalyzer
    private let splitter: SentenceSplitter?
    private var segmented = TokenizedText()
    private var sentences: [TextSpan] = []

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - unit: The unit.
    ///   - style: The colors and the width of tables.
    /// - Throws: The error of the analyzer if ICU's data is missing.
    package init(_ unit: Unit, style: Style) throws {
        self.unit = unit
        self.style = style
        analyzer = try TextAnalyzer(measuring: .classification)
        if case .sentences(.people) = unit { splitter = SentenceSplitter() } else { splitter = nil }
    }

    package var fieldName: String {
        if case .words = unit { "words" } else { "sentences" }
    }

    package func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        analyzer.segment(bytes, into: &segmented, sentences: &sentences)
        guard let splitter else { return }
        let guess = LanguageGuesser.standard.guess(segmented)
        let language = guess.language.map { SentenceLanguage($0.code) } ?? .unknown
        segmented.bytes.withUnsafeBufferPointer { splitter.split($0, language: language, into: &sentences) }
    }

    /// The names of token kinds by raw value. Creating a name from a case would take longer than the rest of
    /// a row.
    private static let kindNames = TokenKind.allCases.map { "\($0)" }

    private static func name(_ kind: TokenKind) -> String { kindNames[Int(kind.rawValue)] }

    private var tokens: [Token] {
        guard case .words(let all) = unit else { return [] }
        return all ? segmented.tokens : segmented.tokens.filter { $0.kind != .space }
    }

    package func text() -> String {
        guard case .words = unit else { return sentenceTable() }
        var table = Table([
            Table.Column("bytes", .right), Table.Column("kind"), Table.Column("normal form"),
            Table.Column("text"),
        ])
        for token in tokens {
            let normal = token.kind.isWord ? segmented.normalForm(of: token) : ""
            let span = segmented.span(of: token)
            table.add([Self.words(span), Self.name(token.kind), normal, segmented.text(in: span)])
        }
        return table.rendered(style)
    }

    private func sentenceTable() -> String {
        var table = Table([Table.Column("bytes", .right), Table.Column("text")])
        for sentence in sentences { table.add([Self.words(sentence), segmented.text(in: sentence)]) }
        return table.rendered(style)
    }

    private static func words(_ span: TextSpan) -> String { "\(span.lowerBound)..<\(span.upperBound)" }

    package func value() -> [UInt8] {
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

    package func object() -> [UInt8] {
        Array("{\"\(fieldName)\":".utf8) + value() + [UInt8(ascii: "}")]
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
