import IlkVerdictConsole
import ArgumentParser
import Ilk
import IlkConsole
import IlkText
import IlkVocabulary

/// Writes the features of texts.
struct FeaturesCommand: StreamCommand, DescribedCommand {
    static let help = CommandText(
        "features",
        abstract: "Measure a text: words, sentences, style, language, formality.",
        discussion: """
            With --ndjson, each line gains a field "features"; the other bytes of the line are unchanged. \
            --explain shows the formula of each number and the passages that the number counts. In text \
            output, a table lists the positions and excerpts of the passages. In JSON, the field "sources" \
            has the texts of the passages and their spans in UTF-8 bytes.
            """,
        examples: [
            "Measure one text": "echo 'The committee met twice. It agreed on nothing.' | ilk features",
            "Measure each line": "printf 'a b\\nc d\\n' | ilk features --lines --format ndjson",
            "Explain the numbers": "echo 'Ship it by 5 May!!' | ilk features --explain",
        ])

    @OptionGroup var stream: RecordOptions

    @Flag(help: "Show each number's formula and the passages it counts.")
    var explain = false

    @Flag(help: "With --ndjson: replace an existing field 'features'.")
    var replace = false

    @OptionGroup var parallelism: JobOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try stream.check(replaces: replace)
    }

    var input: InputOptions { stream.input }

    nonisolated(nonsending) func work(on console: Console) async throws {
        try await AnalysisRun(
            input: stream.records, format: stream.outputFormat, replaces: replace,
            threads: parallelism.threads, console: console
        ).run { try FeatureReport(explains: explain, console: console) }
    }
}

/// A report on the features of a text and the derivation of their values.
final class FeatureReport: AnalysisReport {
    let fieldName = "features"
    private let analyzer: TextAnalyzer
    private var analysis = AnalyzedText()
    private let explains: Bool
    private let console: Console
    private let json = FeatureJSON()

    init(explains: Bool, console: Console) throws {
        analyzer = try TextAnalyzer()
        self.explains = explains
        self.console = console
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>) { analyzer.analyze(bytes, into: &analysis) }

    func text() -> String {
        explains
            ? FeatureSourceTable(analysis: analysis, columns: console.columns).rendered(console.style)
            : FeatureTable.rendered(analysis.features, style: console.style, columns: console.columns)
    }

    func value() -> [UInt8] {
        let json = json.bytes(analysis.features)
        return explains ? FeatureSourceJSON.adding(to: json, of: analysis) : json
    }

    func object() -> [UInt8] { value() }
}
