import IlkVerdictConsole
import ArgumentParser
import IlkConsole
import IlkText
import IlkVocabulary

/// Writes the features of texts.
struct FeaturesCommand: StreamCommand, DescribedCommand {
    static let help = CommandText(
        "features",
        abstract: "Say what is measured of a text: its words, sentences, shapes, language and manner.",
        discussion: """
            With --ndjson each line comes out as it went in, byte for byte, with a member "features" added. \
            With --explain each number says how it is made and where in the text: with places and words in a \
            table, with spans of UTF-8 bytes and their texts as a member "sources" of the features in JSON.
            """,
        examples: [
            "One text": "echo 'The committee met twice. It agreed on nothing.' | ilk features",
            "One object a line": "printf 'a b\\nc d\\n' | ilk features --lines --format ndjson",
            "Where the numbers come from": "echo 'Ship it by 5 May!!' | ilk features --explain",
        ])

    @OptionGroup var input: InputOptions

    @Option(help: "The shape of the output. (default: ndjson with --ndjson, else text)")
    var format: OutputFormat?

    @Flag(help: "Say of each number how it is made and where in the text it comes from.")
    var explain = false

    @Flag(help: "With --ndjson: put the features in the place of those that a line has already.")
    var replace = false

    @Option(help: "What to do about a record that cannot be read.")
    var onError: RecordErrorPolicy = .emit

    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try input.check(isJSON: format == .json, replaces: replace)
    }

    nonisolated(nonsending) func work(on console: Console) async throws {
        let settings = AnalysisRun.Settings(
            input: input.records(onError), format: input.outputFormat(format), replaces: replace)
        let report = try FeatureReport(explains: explain, console: console)
        try await AnalysisRun(settings: settings, console: console).run(report)
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
        var json = json.bytes(analysis.features)
        guard explains else { return json }
        json.removeLast()
        return json + Array(",\"sources\":".utf8) + FeatureSourceJSON.object(analysis) + [UInt8(ascii: "}")]
    }

    func object() -> [UInt8] { value() }
}
