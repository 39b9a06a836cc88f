import IlkConsole
import IlkRules
import IlkFraming
import IlkSentences
import IlkText
import IlkVocabulary

/// Says where the words or the sentences of a text are.
final class SegmentReport: AnalysisReport {
    /// What a text is cut into.
    enum Unit {
        /// Words and marks; white space too where all is asked for.
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

    init(_ unit: Unit, style: Style) throws {
        self.unit = unit
        self.style = style
        analyzer = try TextAnalyzer(measuring: .classification)
        if case .sentences(.people) = unit { splitter = SentenceSplitter() } else { splitter = nil }
    }

    var member: String {
        if case .words = unit { "words" } else { "sentences" }
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>) {
        analyzer.segment(bytes, into: &segmented, sentences: &sentences)
        guard let splitter else { return }
        let guess = LanguageGuesser.standard.guess(segmented)
        let language = guess.language.map { SentenceLanguage($0.code) } ?? .unknown
        segmented.bytes.withUnsafeBufferPointer { splitter.split($0, language: language, into: &sentences) }
    }

    /// The names of the kinds by their raw values: a name made from a case takes longer than the rest of a row.
    private static let kindNames = TokenKind.allCases.map { "\($0)" }

    private static func name(_ kind: TokenKind) -> String { kindNames[Int(kind.rawValue)] }

    private var tokens: [Token] {
        guard case .words(let all) = unit else { return [] }
        return all ? segmented.tokens : segmented.tokens.filter { $0.kind != .space }
    }

    func text() -> String {
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

    func value() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    func object() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key(member)
        write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for token in tokens {
            writer.beginObject()
            write(segmented.span(of: token), to: &writer)
            writer.key("kind")
            writer.string(Self.name(token.kind))
            if token.kind.isWord {
                writer.key("normal")
                writer.string(segmented.normalForm(of: token))
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
    }

    private func write(_ span: TextSpan, to writer: inout JSONWriter) {
        writer.key("span")
        writer.beginArray()
        writer.integer(span.lowerBound)
        writer.integer(span.upperBound)
        writer.endArray()
        writer.key("text")
        writer.string(segmented.text(in: span))
    }
}
