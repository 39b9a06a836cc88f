import IlkConsole
import IlkRules
import Ilk
import IlkLog
import IlkLearning
import IlkModels
import IlkPipeline
import IlkVocabulary

/// The champion and the challenger on the same texts.
struct VersionComparison {
    private let names: (champion: String, challenger: String)
    private let contest: PipelineContest
    private let settings: Settings
    private let console: Console

    /// The versions, and how much of a comparison is printed.
    struct Settings {
        var champion = "active"
        var challenger: String
        /// `true` if the models decide without rules.
        var isAlone = false
        /// The number of flips that are named of each pair of labels.
        var show = 5
        /// `true` if the texts of these flips are printed.
        var showsTexts = false
        var format = OutputFormat.text
    }

    /// How many entries of a log are read at a time.
    private static let page = 500

    /// Reads both versions.
    ///
    /// - Throws: `usage` when they are the same, `badConfiguration` when they decide among other categories.
    init(_ settings: Settings, in registry: ModelRegistry, console: Console) throws {
        names = (try registry.find(settings.champion), try registry.find(settings.challenger))
        guard names.champion != names.challenger else {
            throw CommandFailure(
                .usage, "version \(names.champion) cannot be compared with itself",
                hint: "name another one with: --champion VERSION")
        }
        func pipeline(_ name: String) throws -> Pipeline {
            let model = try VersionModel.load(name, taxonomy: registry.taxonomy, console)
            let assembly = PipelineAssembly(folders: console.folders)
            let isRuled = !settings.isAlone && Taxonomy.shipped.contains(model.taxonomy)
            let rules = isRuled ? try assembly.loadRules(taxonomy: model.taxonomy) : nil
            guard let rules else { return Pipeline(classifier: ModelClassifier(model)) }
            return Pipeline(classifier: try FusedClassifier(rules: rules, model: model))
        }
        let (champion, challenger) = (try pipeline(names.champion), try pipeline(names.challenger))
        guard champion.taxonomy.categories == challenger.taxonomy.categories else {
            throw CommandFailure(
                .badConfiguration,
                "\(names.champion) and \(names.challenger) decide among different categories")
        }
        contest = PipelineContest(champion: champion, challenger: challenger)
        self.settings = settings
        self.console = console
    }

    /// Has both decide, and tells.
    ///
    /// - Throws: `negative`, without words, when a verdict differs; `partlyDone`, when lines were left out.
    func run(_ input: ReplayedInput) throws {
        guard !input.texts.isEmpty else { throw CommandFailure(.badInput, "there is no text to compare on") }
        var progress = ProgressLine("texts", total: input.texts.count, on: console)
        defer { progress.erase() }
        let outcome = try contest.run(on: input.texts) { try progress.show($0) }
        progress.erase()
        try tell(outcome, input.texts)
        if input.skippedLines > 0 { throw CommandFailure(.partlyDone, "") }
        if !outcome.flips.isEmpty { throw CommandFailure(.negative, "") }
    }

    /// Tells what both said when the texts were logged. Only texts count that both have answered.
    ///
    /// - Throws: `negative`, without words, when a verdict differs.
    func run(answeredIn store: ClassificationLogStore) async throws {
        guard let champion = contest.champion.classifier.provenance.modelDigest,
            let challenger = contest.challenger.classifier.provenance.modelDigest
        else { throw CommandFailure(.badInput, "there is no text to compare on") }
        var outcome = PipelineContest.Outcome()
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
                    PipelineContest.Answer(
                        ahead: ahead, claim: verdict.abstention == nil ? ahead : nil,
                        probability: verdict.probability),
                    PipelineContest.Answer(
                        ahead: answer.category, claim: answer.claim, probability: answer.probability),
                    label: entry.correctedCategory)
                texts.append(
                    ReplayedText(
                        text: entry.log.text, category: entry.correctedCategory, place: entry.shortID))
            }
            try console.checkStop()
        }
        guard !texts.isEmpty else {
            throw CommandFailure(
                .badInput, "no logged text was answered by both \(names.champion) and \(names.challenger)",
                hint: "have both answer with: ilk classify --log --challenger \(names.challenger)")
        }
        try tell(outcome, texts)
        if !outcome.flips.isEmpty { throw CommandFailure(.negative, "") }
    }

    private func tell(_ outcome: PipelineContest.Outcome, _ texts: [ReplayedText]) throws {
        if settings.format == .json {
            try console.write(
                json: ComparisonRecord(outcome, of: texts, names: names, showsTexts: settings.showsTexts))
        } else {
            console.output.append(text(outcome, texts))
        }
        try console.output.flush()
    }

    // MARK: For people

    private func text(_ outcome: PipelineContest.Outcome, _ texts: [ReplayedText]) -> String {
        let count = DecimalText.grouped(outcome.texts)
        let flips = DecimalText.grouped(outcome.flips.count)
        let share = DecimalText.fixed(Double(outcome.flips.count) / Double(outcome.texts) * 100, 2)
        var text = console.style.paint("\(names.champion) → \(names.challenger)", .strong) + "\n"
        text += "\(flips) of \(count) verdicts differ (\(share) %)\n"
        if !outcome.flips.isEmpty { text += "\n" + table(outcome, texts) }
        if outcome.labelled.texts > 0 { text += "\n" + paragraph(labelled(outcome.labelled)) }
        return text
    }

    /// A row for each pair of claims: how many flips, and some of them by their places.
    private func table(_ outcome: PipelineContest.Outcome, _ texts: [ReplayedText]) -> String {
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
}

/// A comparison as programs read it.
struct ComparisonRecord: Encodable {
    /// How many flips go one way.
    struct Pair: Encodable {
        /// What the champion claims; missing for nothing.
        var before: String?
        var after: String?
        var texts: Int
    }

    /// A verdict that differs.
    struct Flip: Encodable {
        /// The file and the line, or the entry of the log.
        var place: String
        var label: String?
        var before: String?
        var after: String?
        var probabilityBefore: Double
        var probabilityAfter: Double
        /// Only when it was asked for.
        var text: String?
    }

    var champion: String
    var challenger: String
    var texts: Int
    var pairs: [Pair]
    var flips: [Flip]
    /// Missing when no text is labelled.
    var labelled: PairedComparison?

    init(
        _ outcome: PipelineContest.Outcome, of texts: [ReplayedText],
        names: (champion: String, challenger: String), showsTexts: Bool
    ) {
        champion = names.champion
        challenger = names.challenger
        self.texts = outcome.texts
        pairs = outcome.pairs.map {
            Pair(before: $0.before?.rawValue, after: $0.after?.rawValue, texts: $0.texts)
        }
        flips = outcome.flips.map { flip in
            Flip(
                place: texts[flip.text].place, label: texts[flip.text].category?.rawValue,
                before: flip.before?.rawValue, after: flip.after?.rawValue,
                probabilityBefore: flip.probabilityBefore, probabilityAfter: flip.probabilityAfter,
                text: showsTexts ? texts[flip.text].text : nil)
        }
        labelled = outcome.labelled.texts > 0 ? outcome.labelled : nil
    }
}
