import IlkVerdictConsole
import IlkStore
import ArgumentParser
import Ilk
import IlkConsole
import IlkLog
import IlkPipeline
import IlkText
import IlkVocabulary

/// Explains a logged verdict with the model and the rules that produced it.
struct LogExplainCommand: StoreCommand {
    static let help = LogApplication.text(
        "explain",
        abstract: "Explain a logged verdict with the model and rules that produced it.",
        usage:
            "ilk log explain <entry> [--format <format>] [--top <count>] [--model <file>] [--rules <file>] [--log-file <file>]",
        discussion: """
            Models and rules are kept when texts are logged, so the output equals the output of ilk explain at that time. An entry is \
            -1 (the newest), -2 and so on, an id, or the last 8 characters of an id. Ends with 66 if the entry, its model \
            or its rules do not exist.
            """,
        examples: [
            "Explain the newest entry": "explain -1"
        ])

    /// The parser takes `-1` for an option, so unrecognized arguments are passed through to `validate`.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The entry.", valueName: "entry"))
    var words: [String] = []

    @Option(help: "The output format; html is a self-contained page.")
    var format: ExplanationFormat = .text

    @Option(count: "The number of pieces of evidence to show.")
    var top: Int = 20

    @Option(
        "A model file to search if none is archived. Repeatable.", value: "file",
        completion: .file(extensions: ["ilk"]))
    var model: [String] = []

    @Option(
        "A rule file to search if none is archived. Repeatable.", value: "file",
        completion: .file(extensions: ["ilkrules"]))
    var rules: [String] = []

    @OptionGroup var place: LogStoreOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Expected an entry.") }
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        try await LogExplanation(
            reference: words.first ?? "", format: format, top: top, files: (model, rules),
            console: open.console
        ).run(open.store)
    }
}

/// An explanation of a log entry with the classifier that produced its verdict.
struct LogExplanation {
    /// The entry: `-1`, an id, or the end of an id.
    var reference: String
    var format: ExplanationFormat
    /// The maximum number of pieces of evidence.
    var top: Int
    /// Further paths of models and compiled rules, besides the standard locations.
    var files: (models: [String], rules: [String])
    var console: Console

    /// Writes the explanation.
    ///
    /// - Throws: `noInput` if the entry has no verdict, or its model or rules no longer exist;
    ///   `badConfiguration` if they give a different verdict.
    func run(_ store: ClassificationLogStore) async throws {
        let entry = try await store.entry(RecordReference(reference))
        guard let logged = entry.verdict else {
            throw CommandError(
                .noInput, "entry \(entry.shortID) has no verdict: only its label was logged")
        }
        let (classifier, ruleSet) = try VerdictArchive(folders: console.folders).classifier(
            of: logged.provenance, taxonomy: store.taxonomy, files: files)
        let (verdict, analysis) = try replay(entry, logged, classifier)
        let text = ExplanationText(top: top, rules: ruleSet, console: console)
        let explanation = Explanation(text: text, format: format)
        try console.output.withBuffer { output in
            try explanation.append(verdict, analysis, place: entry.shortID, to: &output)
            explanation.finish(&output)
        }
        try console.output.flush()
    }

    /// Reproduces the verdict. The log does not store whether a correction of the text was in effect, so all
    /// possibilities are tried.
    private func replay(
        _ entry: ClassificationLogEntry, _ logged: ClassificationVerdict, _ classifier: any TextClassifier
    ) throws -> (Verdict, AnalyzedText) {
        let digest = ContentDigest(of: entry.log.text)
        let words: [Category?] = [nil] + classifier.taxonomy.categories
        for word in words {
            let session = try Pipeline(
                classifier: classifier, threshold: 0.0, corrections: word.map { [digest: $0] } ?? [:]
            ).makeSession()
            var verdict = session.classify(entry.log.text, explaining: true)
            guard isSame(verdict, logged) else { continue }
            // These depend on the thresholds and the input at the time of logging.
            verdict.abstention = logged.abstention
            verdict.flags = logged.flags
            return (verdict, session.analysis)
        }
        throw CommandError(
            .badConfiguration, "entry \(entry.shortID) has another verdict now than the logged one",
            hint: logged.provenance.icuVersion == TextAnalyzer.icuVersion
                ? "it was made by another version of ilk"
                : "it was made with ICU \(logged.provenance.icuVersion), this is ICU \(TextAnalyzer.icuVersion)"
        )
    }

    private func isSame(_ verdict: Verdict, _ logged: ClassificationVerdict) -> Bool {
        zip(verdict.taxonomy.categories, verdict.probabilities).allSatisfy { logged.scores[$0] == $1 }
    }
}
