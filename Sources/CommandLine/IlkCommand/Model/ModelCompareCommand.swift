import IlkFiles
import IlkStore
import IlkModels
import ArgumentParser
import Ilk
import IlkConsole
import IlkLearning
import IlkLog
import IlkPipeline
import IlkRules
import IlkVocabulary

/// Shows the texts on which the verdicts of two versions differ.
struct ModelCompareCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "compare",
        abstract: "Show which verdicts would be others with another version: on the log, or on given texts.",
        discussion: """
            The champion is the one in use unless --champion names another one. Texts are named by their line or by their \
            entry of the log, and shown only with --texts. Of labelled texts, as of those that people corrected, it is \
            also said who is right more often, and whether that could be chance (McNemar). Ends with 0 when no verdict \
            differs, with 1 when one does.
            """,
        after: Array(ModelCommand.preparation.dropLast()),
        examples: [
            "Versions that can be compared":
                "ilk train mine.jsonl mine.jsonl --name weather --families words -o other.ilk",
            "": "ilk model import mine.ilk --promote && ilk model import other.ilk",
            "On labelled texts": "ilk model compare 1.0.1 --taxonomy weather --corpus mine.jsonl || true",
        ])

    @Argument(help: "The challenger: a version.")
    var challenger: String

    @Option("A version instead of the one in use.", value: "version")
    var champion = "active"

    @Option(
        "Lines of JSON with text and perhaps label, in place of the log. May be repeated; - is standard input.",
        value: "file", completion: .file(extensions: ["jsonl"]))
    var corpus: [String] = []

    @OptionGroup var logging: LogFileOptions

    @Flag(
        help:
            "On the log: what the two said when the texts came (ilk classify --log --challenger), and not what they say now."
    )
    var answered = false

    @Flag(help: "Each model alone, without the rules.")
    var alone = false

    @Option(count: "How many flips to name of each kind.", from: 0)
    var show = 5

    @Flag(help: "Show the texts of the flips that are named.")
    var texts = false

    @Option(help: "What to do about a line that cannot be read.")
    var onError: LabeledErrorPolicy = .stop

    @Option(help: "The shape of the output; in JSON all flips are named.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions

    func validate() throws {
        if format == .ndjson { throw ValidationError("--format takes text or json here.") }
        if answered && (!corpus.isEmpty || alone) {
            throw ValidationError("--answered is of the log, with rules: leave out --corpus and --alone.")
        }
        if !corpus.isEmpty && logging.logFile != nil {
            throw ValidationError("--corpus and --log-file exclude each other.")
        }
    }

    func run() async throws {
        let (versions, console) = registry.open()
        let settings = VersionComparison.Settings(
            champion: champion, challenger: challenger, isAlone: alone, show: show, showsTexts: texts,
            format: format)
        let comparison = try VersionComparison(settings, in: versions, console: console)
        let input: ReplayedInput
        if corpus.isEmpty {
            let store = try LogStoreAccess.open(
                logging.logFile ?? console.folders.log(taxonomy: registry.taxonomy), folders: console.folders,
                access: .readOnly)
            defer {
                try? store.close()  // It was only read.
            }
            guard !answered else { return try await comparison.run(answeredIn: store) }
            input = try await ReplayedInput(log: store, console: console)
        } else {
            input = try ReplayedInput(corpus, policy: onError, console: console)
        }
        try comparison.run(input)
    }
}

/// A comparison of the champion and the challenger on the same texts.
struct VersionComparison {
    private let names: (champion: String, challenger: String)
    private let contest: PipelineComparison
    private let settings: Settings
    private let console: Console

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
    /// - Throws: `usage` if they are the same, `badConfiguration` if they have different categories.
    init(_ settings: Settings, in registry: ModelRegistry, console: Console) throws {
        names = (try registry.find(settings.champion), try registry.find(settings.challenger))
        guard names.champion != names.challenger else {
            throw CommandError(
                .usage, "version \(names.champion) cannot be compared with itself",
                hint: "name another one with: --champion VERSION")
        }
        func pipeline(_ name: String) throws -> Pipeline {
            let model = try registry.model(name)
            let assembly = PipelineAssembly(folders: console.folders)
            let isRuled = !settings.isAlone && Taxonomy.shipped.contains(model.taxonomy)
            let rules = isRuled ? try assembly.loadRules(taxonomy: model.taxonomy) : nil
            guard let rules else { return Pipeline(classifier: ModelClassifier(model)) }
            return Pipeline(classifier: try FusedClassifier(rules: rules, model: model))
        }
        let (champion, challenger) = (try pipeline(names.champion), try pipeline(names.challenger))
        guard champion.taxonomy.categories == challenger.taxonomy.categories else {
            throw CommandError(
                .badConfiguration,
                "\(names.champion) and \(names.challenger) decide among different categories")
        }
        contest = PipelineComparison(champion: champion, challenger: challenger)
        self.settings = settings
        self.console = console
    }

    /// Classifies the texts with both versions and writes the report.
    ///
    /// - Throws: `negative` without a message if a verdict differs, `partlyDone` if lines were skipped.
    func run(_ input: ReplayedInput) throws {
        guard !input.texts.isEmpty else { throw CommandError(.badInput, "there is no text to compare on") }
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
    /// - Throws: `negative` without a message if a verdict differs.
    func run(answeredIn store: ClassificationLogStore) async throws {
        guard let champion = contest.champion.classifier.provenance.modelDigest,
            let challenger = contest.challenger.classifier.provenance.modelDigest
        else { throw CommandError(.badInput, "there is no text to compare on") }
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
                .badInput, "no logged text was answered by both \(names.champion) and \(names.challenger)",
                hint: "have both answer with: ilk classify --log --challenger \(names.challenger)")
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
            Table.Column("as", maxWidth: max(12, console.columns - 34), tone: .faint, dispensability: 1),
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
            counts.texts == 1 ? "1 labelled text" : "\(DecimalText.grouped(counts.texts)) labelled texts"
        let right = (counts.bothRight + counts.onlyFirstRight, counts.bothRight + counts.onlySecondRight)
        let lower = DecimalText.fixed(counts.differenceInterval.lower * 100, 2)
        let upper = DecimalText.fixed(counts.differenceInterval.upper * 100, 2)
        let verdict =
            counts.difference == 0
            ? "as many" : counts.pValue < 0.05 ? "that is hardly chance" : "that may well be chance"
        return """
            Of \(texts) \(names.champion) has \(DecimalText.grouped(right.0)) right, \(names.challenger) \
            \(DecimalText.grouped(right.1)): \(DecimalText.grouped(counts.onlySecondRight)) to right, \
            \(DecimalText.grouped(counts.onlyFirstRight)) to wrong; \(verdict) (95 %: \(lower) to \(upper) points; \
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
            "labelled": outcome.labeled.texts > 0 ? outcome.labeled : nil,
        ]
    }
}
