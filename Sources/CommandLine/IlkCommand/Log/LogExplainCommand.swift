import IlkVerdictConsole
import IlkStore
import ArgumentParser
import Ilk
import IlkConsole
import IlkLog
import IlkPipeline
import IlkText
import IlkVocabulary

/// Explains a logged verdict by the model and the rules that made it.
struct LogExplainCommand: StoreCommand {
    static let help = LogApplication.text(
        "explain",
        abstract: "Say why a logged text got its category, by the model and rules that gave it.",
        usage:
            "ilk log explain <entry> [--format <format>] [--top <count>] [--model <file>] [--rules <file>] [--log-file <file>]",
        discussion: """
            Whatever model is in use by now: models and rules are kept when texts are logged. What is written is what \
            ilk explain wrote at the time. An entry is -1 (the newest), -2 and so on, an id, or an id's last 8 \
            characters. Ends with 66 when there is no such entry, or when its model or rules are no longer there.
            """,
        examples: [
            "Why the newest entry is what it is": "explain -1"
        ])

    /// `-1` looks like an option to the parser: what it does not know is kept, and looked at in `validate`.
    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The entry.", valueName: "entry"))
    var words: [String] = []

    @Option(help: "The shape of the output; html is a page that needs nothing but itself.")
    var format: ExplanationFormat = .text

    @Option(count: "How many pieces of evidence to show.")
    var top: Int = 20

    @Option(
        "Where the model may be, if it is kept nowhere. May be repeated.", value: "file",
        completion: .file(extensions: ["ilk"]))
    var model: [String] = []

    @Option(
        "Where the compiled rules may be, if they are kept nowhere. May be repeated.", value: "file",
        completion: .file(extensions: ["ilkrules"]))
    var rules: [String] = []

    @OptionGroup var place: LogFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        try EntryArgument.check(words)
        if words.count != 1 { throw ValidationError("Name an entry.") }
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        try await LogExplaining(
            reference: words.first ?? "", format: format, top: top, files: (model, rules),
            console: open.console
        ).run(open.store)
    }
}

/// Explains an entry of a log by what made its verdict.
struct LogExplaining {
    /// The entry: `-1`, an id, or the end of one.
    var reference: String
    /// How the explanation is shown.
    var format: ExplanationFormat
    /// How many pieces of evidence are shown.
    var top: Int
    /// Where models and compiled rules may be beside where they are kept.
    var files: (models: [String], rules: [String])
    /// Where it is shown.
    var console: Console

    /// Explains.
    ///
    /// - Throws: `noInput` when the entry has no verdict, or what made it is no longer there; `badConfiguration` when what
    ///   is there makes another one.
    func run(_ store: ClassificationLogStore) async throws {
        let entry = try await store.entry(RecordReference(reference))
        guard let logged = entry.verdict else {
            throw CommandFailure(
                .noInput, "entry \(entry.shortID) has no verdict: only its category was logged")
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

    /// The verdict once more. It was made with a person's word on the text or without: whichever comes to what was logged.
    private func replay(
        _ entry: ClassificationLogEntry, _ logged: ClassificationVerdict, _ classifier: any TextClassifier
    ) throws -> (Verdict, AnalyzedText) {
        let digest = ContentDigest(of: entry.log.text)
        let words: [Category?] = [nil] + classifier.taxonomy.categories
        for word in words {
            let session = try Pipeline(
                classifier: classifier, threshold: 0.0, corrections: word.map { [digest: $0] } ?? [:]
            ).makeSession()
            var verdict = session.classify(entry.log.text, receipts: true)
            guard isSame(verdict, logged) else { continue }
            // Thresholds are of the time, and so is what had to be done to the text.
            verdict.abstention = logged.abstention
            verdict.flags = logged.flags
            return (verdict, session.analysis)
        }
        throw CommandFailure(
            .badConfiguration, "entry \(entry.shortID) comes to another verdict than the one that was logged",
            hint: logged.provenance.icuVersion == TextAnalyzer.icuVersion
                ? "it was made by another version of ilk"
                : "it was made with ICU \(logged.provenance.icuVersion), this is ICU \(TextAnalyzer.icuVersion)"
        )
    }

    private func isSame(_ verdict: Verdict, _ logged: ClassificationVerdict) -> Bool {
        zip(verdict.taxonomy.categories, verdict.probabilities).allSatisfy { logged.scores[$0] == $1 }
    }
}
