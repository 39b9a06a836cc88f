import IlkFiles
import IlkStore
import IlkModels
import ArgumentParser
import Ilk
import IlkConsole
import IlkVerdictConsole
import IlkLearning
import IlkLog
import IlkPipeline
import IlkVocabulary

/// Shows the texts on which the verdicts of two versions differ.
struct ModelCompareCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "compare",
        abstract: "Compare the verdicts of two versions.",
        discussion: """
            Compares the active version, or the one that --champion names, with another version: on the \
            logged texts, or on the texts of --corpus. Texts with different verdicts are listed by line or \
            entry; only --texts prints the texts. For labeled and corrected texts, the accuracies are \
            compared too (McNemar's test). --answered compares the verdicts that both versions gave when the \
            texts were logged with 'ilk classify --log --challenger'.

            Exits with 1 if a verdict differs.
            """,
        after: Array(ModelCommand.preparation.dropLast()),
        examples: [
            "Import two versions":
                "ilk train mine.jsonl mine.jsonl --name weather --feature-groups unigrams -o other.ilk",
            "": "ilk model import mine.ilk --promote && ilk model import other.ilk",
            "Compare them on labeled texts":
                "ilk model compare 1.0.1 --taxonomy weather --corpus mine.jsonl || true",
        ])

    @Argument(help: "The version to compare with the active one.")
    var challenger: String

    @Option("The version to compare it with.", value: "version")
    var champion = "active"

    @Option(
        "Texts with optional labels, instead of the log. Repeatable.",
        value: "file", completion: .file())
    var corpus: [String] = []

    @OptionGroup var logging: LogFileOptions

    @Flag(help: "Compare the verdicts that --challenger runs logged.")
    var answered = false

    @Flag(help: "Compare the models alone, without the rules.")
    var alone = false

    @Option(count: "The maximum number of texts to list for each change.", from: 0)
    var show = 5

    @Flag(help: "Print the texts whose verdicts differ.")
    var texts = false

    @OptionGroup var textInput: LabeledInputOptions

    @Option(help: "The output format; json lists all changes.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions

    func validate() throws {
        if format == .ndjson { throw ValidationError("--format accepts text or json here.") }
        if answered && (!corpus.isEmpty || alone) {
            throw ValidationError("--answered cannot be combined with --corpus or --alone.")
        }
        if !corpus.isEmpty && logging.logFile != nil {
            throw ValidationError("--corpus and --log-file cannot be combined.")
        }
    }

    func run() async throws {
        let (versions, console) = try registry.open()
        let settings = VersionComparison.Settings(
            champion: champion, challenger: challenger, isAlone: alone, show: show, showsTexts: texts,
            format: format)
        let comparison = try VersionComparison(settings, in: versions, console: console)
        var input: ReplayedInput
        if corpus.isEmpty {
            let store = try LogStoreAccess.open(
                logging.logFile ?? LogFiles.path(taxonomy: registry.taxonomy, console.folders),
                folders: console.folders,
                access: .readOnly)
            defer {
                try? store.close()  // It was only read.
            }
            guard !answered else { return try await comparison.run(answeredIn: store) }
            input = try await ReplayedInput(log: store, console: console)
        } else {
            input = try ReplayedInput(corpus, settings: textInput.settings, console: console)
        }
        if let set = comparison.set { input.relabel(by: set) }
        try comparison.run(input)
    }
}

/// A comparison of the champion and the challenger on the same texts.
struct VersionComparison {
    private let names: (champion: String, challenger: String)
    private let contest: PipelineComparison
    private let settings: Settings
    private let console: Console
    /// The label set, whose labels both versions are mapped to, or `nil` if there is none.
    let set: LabelSet?

    /// The versions, and the extent of the output.
    struct Settings {
        var champion = "active"
        var challenger: String
        /// `true` if the models decide without rules.
        var isAlone = false
        /// The number of differing verdicts to list for each pair of labels.
        var show = 5
        /// `true` to print the texts of the listed verdicts.
        var showsTexts = false
        var format = OutputFormat.text
    }

    /// The number of log entries per read.
    private static let page = 500

    /// Loads both versions.
    ///
    /// - Throws: `usage` if they are the same, or `badConfiguration` if one has none of the set's labels.
    init(_ settings: Settings, in registry: ModelRegistry, console: Console) throws {
        names = (try registry.find(settings.champion), try registry.find(settings.challenger))
        guard names.champion != names.challenger else {
            throw CommandError(
                .usage, "version \(names.champion) cannot be compared with itself",
                hint: "specify another version: --champion VERSION")
        }
        let set = try LabelSetCatalog(folders: console.folders).existing(registry.taxonomy)
        self.set = set
        try set?.requireOneLabel(for: "ilk model compare")
        func pipeline(_ name: String) throws -> Pipeline {
            let model = try registry.model(name)
            var assembly = PipelineAssembly(taxonomy: model.taxonomy, folders: console.folders)
            if let set { assembly.use(set) }
            if settings.isAlone { assembly.rules = .none }
            return try assembly.pipeline(of: model)
        }
        let (champion, challenger) = (try pipeline(names.champion), try pipeline(names.challenger))
        contest = PipelineComparison(champion: champion, challenger: challenger)
        self.settings = settings
        self.console = console
    }

    /// Classifies the texts with both versions and writes the report.
    ///
    /// - Throws: `checkFailed` without a message if a verdict differs, or `partlyDone` if lines were skipped.
    func run(_ input: ReplayedInput) throws {
        guard !input.texts.isEmpty else { throw CommandError(.badInput, "there are no texts to compare") }
        var progress = ProgressLine("texts", total: input.texts.count, on: console)
        defer { progress.erase() }
        let outcome = try contest.run(on: input.texts) { try progress.show($0) }
        progress.erase()
        try tell(outcome, input.texts)
        if input.skippedLines > 0 { throw CommandError(.partlyDone, "") }
        if !outcome.flips.isEmpty { throw CommandError(.checkFailed, "") }
    }

    /// Compares the answers that were logged for both versions. Texts with only one of the two answers are
    /// ignored.
    ///
    /// - Throws: `checkFailed` without a message if a verdict differs.
    func run(answeredIn store: ClassificationLogStore) async throws {
        guard let champion = contest.champion.classifier.provenance.modelDigest,
            let challenger = contest.challenger.classifier.provenance.modelDigest
        else { throw CommandError(.badInput, "there are no texts to compare") }
        var outcome = PipelineComparison.Outcome()
        var texts: [ReplayedText] = []
        var last: RecordID?
        while true {
            let page = try await store.answers(ofModel: challenger, after: last, limit: Self.page)
            guard let end = page.last else { break }
            last = end.entry.id
            for (entry, answer) in page {
                guard let verdict = entry.verdict, verdict.provenance.modelDigest == champion else {
                    continue
                }
                let ahead = IlkVocabulary.Category(entry.log.category)
                outcome.add(
                    PipelineComparison.Prediction(
                        mostProbable: ahead, prediction: verdict.abstention == nil ? ahead : nil,
                        probability: verdict.probability),
                    PipelineComparison.Prediction(
                        mostProbable: answer.category, prediction: answer.prediction,
                        probability: answer.probability),
                    label: entry.correctedCategory)
                texts.append(
                    ReplayedText(
                        text: entry.log.text, category: entry.correctedCategory, place: entry.shortID))
            }
            try console.checkStop()
        }
        guard !texts.isEmpty else {
            throw CommandError(
                .badInput, "no logged text has verdicts of both \(names.champion) and \(names.challenger)",
                hint: "log both with: ilk classify --log --challenger \(names.challenger)")
        }
        try tell(outcome, texts)
        if !outcome.flips.isEmpty { throw CommandError(.checkFailed, "") }
    }

    private func tell(_ outcome: PipelineComparison.Outcome, _ texts: [ReplayedText]) throws {
        try console.write(one: fields(outcome, texts), as: settings.format) { text(outcome, texts) }
    }

    // MARK: Text output

    private func text(_ outcome: PipelineComparison.Outcome, _ texts: [ReplayedText]) -> String {
        let count = DecimalText.grouped(outcome.texts)
        let flips = DecimalText.grouped(outcome.flips.count)
        let share = DecimalText.fixed(Double(outcome.flips.count) / Double(outcome.texts) * 100, 2)
        var text = console.style.paint("\(names.champion) → \(names.challenger)", .strong) + "\n"
        text += "\(flips) of \(count) verdicts differ (\(share) %)\n"
        if !outcome.flips.isEmpty { text += "\n" + table(outcome, texts) }
        if outcome.labeled.texts > 0 { text += "\n" + paragraph(labelled(outcome.labeled)) }
        return text
    }

    /// Returns a table with a row for each pair of predictions: the number of texts and the locations of some
    /// of them.
    private func table(_ outcome: PipelineComparison.Outcome, _ texts: [ReplayedText]) -> String {
        var table = Table([
            Table.Column("from"), Table.Column("to"), Table.Column("texts", .right),
            Table.Column("where", maxWidth: max(12, console.columns - 34), tone: .faint, dispensability: 1),
        ])
        var shown = ""
        for pair in outcome.pairs {
            let flips = outcome.flips.filter { $0.before == pair.before && $0.after == pair.after }
                .prefix(settings.show)
            let places = flips.map { texts[$0.text].place }
            let (before, after) = (pair.before?.rawValue ?? "-", pair.after?.rawValue ?? "-")
            table.add([
                before, after, DecimalText.grouped(pair.texts),
                settings.showsTexts ? "" : places.joined(separator: ", "),
            ])
            guard settings.showsTexts else { continue }
            for flip in flips {
                shown +=
                    "\n"
                    + console.style.paint(
                        "\(before) → \(after)  \(VisibleText.oneLine(texts[flip.text].place))", .faint) + "\n"
                let line = VisibleText.oneLine(String(texts[flip.text].text.prefix(4 * console.columns)))
                shown += "    " + DisplayWidth.truncated(line, to: max(20, console.columns - 4)) + "\n"
            }
        }
        return table.rendered(console.style, within: console.columns) + shown
    }

    private func labelled(_ counts: PairedComparison) -> String {
        let texts =
            counts.texts == 1 ? "1 labeled text" : "\(DecimalText.grouped(counts.texts)) labeled texts"
        let right = (counts.bothRight + counts.onlyFirstRight, counts.bothRight + counts.onlySecondRight)
        let lower = DecimalText.fixed(counts.differenceInterval.lower * 100, 2)
        let upper = DecimalText.fixed(counts.differenceInterval.upper * 100, 2)
        let verdict =
            counts.difference == 0
            ? "no difference" : counts.pValue < 0.05 ? "significant" : "not significant"
        return """
            Correct of \(texts): \(names.champion) \(DecimalText.grouped(right.0)), \(names.challenger) \
            \(DecimalText.grouped(right.1)); \(DecimalText.grouped(counts.onlySecondRight)) corrected, \
            \(DecimalText.grouped(counts.onlyFirstRight)) worsened: \(verdict) (95 %: \(lower) to \(upper) points; \
            p = \(DecimalText.fixed(counts.pValue, 4)), McNemar).
            """
    }

    private func paragraph(_ text: String) -> String {
        FieldList.wrapped(text, to: console.columns).map { $0 + "\n" }.joined()
    }

    // MARK: JSON output

    private func fields(_ outcome: PipelineComparison.Outcome, _ texts: [ReplayedText]) -> JSONObject {
        [
            "champion": names.champion, "challenger": names.challenger, "texts": outcome.texts,
            "pairs": outcome.pairs.map { pair -> JSONObject in
                ["before": pair.before?.rawValue, "after": pair.after?.rawValue, "texts": pair.texts]
            },
            "flips": outcome.flips.map { flip -> JSONObject in
                let text = texts[flip.text]
                return [
                    "place": text.place, "label": text.category?.rawValue, "before": flip.before?.rawValue,
                    "after": flip.after?.rawValue, "probabilityBefore": flip.probabilityBefore,
                    "probabilityAfter": flip.probabilityAfter,
                    "text": settings.showsTexts ? text.text : nil,
                ]
            },
            "labeled": outcome.labeled.texts > 0 ? outcome.labeled : nil,
        ]
    }
}
