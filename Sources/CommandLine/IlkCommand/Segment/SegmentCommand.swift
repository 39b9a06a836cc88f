import IlkVerdictConsole
import IlkSentences
import ArgumentParser
import IlkConsole
import IlkFraming
import IlkText
import IlkVocabulary

/// Writes the words or the sentences of texts with their locations.
struct SegmentCommand: StreamCommand, DescribedCommand {
    static let help = CommandText(
        "segment",
        abstract: "Segment a text into words or sentences.",
        discussion: """
            Prints the span, type and text of each. Spans are half-open, in UTF-8 bytes from the start of the text. Words \
            follow UAX #29; Thai, Khmer, Lao, Burmese, Chinese and Japanese use a dictionary. A word has a normal form \
            (NFKC case fold). With --ndjson each line is preserved byte for byte and gains a field "words" or "sentences".
            """,
        examples: [
            "Words and marks": "echo 'Don’t panic: 42!' | ilk segment --words",
            "Sentences as people see them":
                "echo 'Dr. Ito left at 5 p.m. on Monday. Nobody saw her.' | ilk segment --sentences --style people",
            "NDJSON in, NDJSON out":
                #"echo '{"id":7,"text":"One. Two."}' | ilk segment --sentences --ndjson"#,
        ])

    @OptionGroup var stream: RecordOptions

    @Flag(help: "Segment into words.")
    var words = false

    @Flag(help: "Segment into sentences.")
    var sentences = false

    @Flag(help: "With --words: also list white space.")
    var all = false

    @Option(help: "With --sentences: unicode (UAX #29, default) or people.")
    var style: SentenceStyle?

    @Flag(help: "With --ndjson: replace an existing list.")
    var replace = false

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if words == sentences { throw ValidationError("Exactly one of --words and --sentences is required.") }
        if all && !words { throw ValidationError("--all requires --words.") }
        if style != nil && !sentences { throw ValidationError("--style requires --sentences.") }
        try stream.check(replaces: replace)
    }

    var input: InputOptions { stream.input }

    nonisolated(nonsending) func work(on console: Console) async throws {
        let unit = words ? SegmentReport.Unit.words(all: all) : .sentences(style ?? .unicode)
        let report = try SegmentReport(unit, style: console.style)
        try await AnalysisRun(
            input: stream.records, format: stream.outputFormat, replaces: replace, console: console
        ).run(report)
    }
}

/// A report on the words or the sentences of a text.
final class SegmentReport: AnalysisReport {
    /// The unit of segmentation.
    enum Unit {
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

    init(_ unit: Unit, style: Style) throws {
        self.unit = unit
        self.style = style
        analyzer = try TextAnalyzer(measuring: .classification)
        if case .sentences(.people) = unit { splitter = SentenceSplitter() } else { splitter = nil }
    }

    var fieldName: String {
        if case .words = unit { "words" } else { "sentences" }
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>) {
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

    func object() -> [UInt8] {
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
