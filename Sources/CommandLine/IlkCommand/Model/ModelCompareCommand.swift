import IlkFiles
import IlkStore
import ArgumentParser
import Ilk
import IlkConsole
import IlkVerdictConsole
import IlkLearning
import IlkLog
import IlkVocabulary

/// Shows the texts on which the verdicts of two versions differ.
struct ModelCompareCommand: AsyncParsableCommand, DescribedCommand {
    static let help = CommandText(
        "compare",
        abstract: "Compare the verdicts of two versions.",
        discussion: """
            Compares the active version, or the version given with --champion, with another version. Both \
            versions classify the logged texts, or the texts of --corpus. Texts with different verdicts are \
            listed by line or entry; only --texts prints the texts. For labeled and corrected texts, the \
            accuracies are compared too (McNemar's test). --answered compares the verdicts that both \
            versions gave when the texts were logged with 'ilk classify --log --challenger'.

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

    @Option("The version to use instead of the active one.", value: "version")
    var champion = "active"

    @Option(
        "Texts with optional labels, instead of the log. Repeatable.",
        value: "file", completion: .file())
    var corpus: [String] = []

    @OptionGroup var logging: LogFileOptions

    @Flag(help: "Compare verdicts logged by 'ilk classify --challenger'.")
    var answered = false

    @Flag(help: "Compare the models alone, without the rules.")
    var alone = false

    @Option(count: "The maximum number of texts to list for each label change.", from: 0)
    var show = 5

    @Flag(help: "Print the texts whose verdicts differ.")
    var texts = false

    @OptionGroup var textInput: LabeledInputOptions

    @Option(help: "The output format; json lists all changes.")
    var format: OutputFormat = .text

    @OptionGroup var registry: RegistryOptions

    func validate() throws {
        try format.checkSingleResult()
        if answered && (!corpus.isEmpty || alone) {
            throw ValidationError("--answered cannot be combined with --corpus or --alone.")
        }
        if !corpus.isEmpty && logging.logFile != nil {
            throw ValidationError("--corpus and --log-file cannot be combined.")
        }
    }

    func run() async throws {
        let (versions, console) = try registry.open()
        let comparison = try VersionComparison(
            champion, challenger, isAlone: alone, in: versions, console.folders)
        let report = VersionReport(
            comparison: comparison, format: format, show: show, showsTexts: texts, console: console)
        guard corpus.isEmpty else {
            return try report.run(
                on: ReplayedInput(corpus, settings: textInput.settings, console: console))
        }
        let store = try LogStoreAccess.open(
            logging.logFile ?? LogFiles.path(taxonomy: registry.taxonomy, console.folders),
            folders: console.folders, access: .readOnly)
        defer {
            try? store.close()  // It was only read.
        }
        if answered { return try await report.run(answeredIn: store) }
        try report.run(on: await ReplayedInput(log: store, console: console))
    }
}

/// A comparison of two versions that writes a report.
struct VersionReport {
    let comparison: VersionComparison
    var format = OutputFormat.text
    /// The number of differing verdicts to list for each pair of labels.
    var show = 5
    /// `true` to print the texts of the listed verdicts.
    var showsTexts = false
    let console: Console

    /// Compares the verdicts that both versions gave when the texts were logged.
    ///
    /// - Throws: The errors of ``run(on:)``; errors of the log.
    func run(answeredIn store: ClassificationLogStore) async throws {
        try write(await comparison.differences(answeredIn: store, console.checkStop), skipped: 0)
    }

    /// Classifies texts with both versions.
    ///
    /// - Throws: `badInput` if there are no texts; `checkFailed` without a message if a verdict differs, or
    ///   `partlyDone` if lines were skipped.
    func run(on texts: ReplayedInput) throws {
        var input = texts
        if let set = comparison.set { input.relabel(by: set) }
        guard !input.texts.isEmpty else { throw input.noTexts(to: "compare") }
        var progress = ProgressLine("texts", total: input.texts.count, on: console)
        defer { progress.erase() }
        let found = try comparison.differences(on: input.texts) { try progress.show($0) }
        progress.erase()
        try write(found, skipped: input.skippedLines)
    }

    private func write(_ found: VersionDifferences, skipped: Int) throws {
        try console.write(one: found.fields(showsTexts: showsTexts), as: format) {
            VersionDifferencesText(console: console, show: show, showsTexts: showsTexts).text(found)
        }
        if skipped > 0 { throw CommandError(.partlyDone, "") }
        if !found.outcome.flips.isEmpty { throw CommandError(.checkFailed, "") }
    }
}

/// The differences between two versions as human-readable text.
struct VersionDifferencesText {
    let console: Console
    /// The number of differing verdicts to list for each pair of labels.
    let show: Int
    /// `true` to print the texts of the listed verdicts.
    let showsTexts: Bool

    func text(_ found: VersionDifferences) -> String {
        let outcome = found.outcome
        let count = DecimalText.grouped(outcome.texts)
        let flips = DecimalText.grouped(outcome.flips.count)
        let share = DecimalText.fixed(Double(outcome.flips.count) / Double(outcome.texts) * 100, 2)
        var text = console.style.paint("\(found.names.champion) → \(found.names.challenger)", .strong) + "\n"
        text += "\(flips) of \(count) verdicts differ (\(share) %)\n"
        if !outcome.flips.isEmpty { text += "\n" + table(found) }
        if outcome.labeled.texts > 0 { text += "\n" + paragraph(labeled(found)) }
        return text
    }

    /// Returns a table with a row for each pair of predictions: the number of texts and the locations of some
    /// of them.
    private func table(_ found: VersionDifferences) -> String {
        let (outcome, texts) = (found.outcome, found.texts)
        var table = Table([
            Table.Column("from"), Table.Column("to"), Table.Column("texts", .right),
            Table.Column("where", maxWidth: max(12, console.columns - 34), tone: .faint, dispensability: 1),
        ])
        var shown = ""
        for pair in outcome.pairs {
            let flips = outcome.flips.filter { $0.before == pair.before && $0.after == pair.after }
                .prefix(show)
            let places = flips.map { texts[$0.text].place }
            let (before, after) = (pair.before?.rawValue ?? "-", pair.after?.rawValue ?? "-")
            table.add([
                before, after, DecimalText.grouped(pair.texts),
                showsTexts ? "" : places.joined(separator: ", "),
            ])
            guard showsTexts else { continue }
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

    private func labeled(_ found: VersionDifferences) -> String {
        let counts = found.outcome.labeled
        let texts =
            counts.texts == 1 ? "1 labeled text" : "\(DecimalText.grouped(counts.texts)) labeled texts"
        let right = (counts.bothRight + counts.onlyFirstRight, counts.bothRight + counts.onlySecondRight)
        let lower = DecimalText.fixed(counts.differenceInterval.lower * 100, 2)
        let upper = DecimalText.fixed(counts.differenceInterval.upper * 100, 2)
        let verdict =
            counts.difference == 0
            ? "no difference" : counts.pValue < 0.05 ? "significant" : "not significant"
        return """
            Correct of \(texts): \(found.names.champion) \(DecimalText.grouped(right.0)), \
            \(found.names.challenger) \(DecimalText.grouped(right.1)); \
            \(DecimalText.grouped(counts.onlySecondRight)) corrected, \
            \(DecimalText.grouped(counts.onlyFirstRight)) worsened: \(verdict) (95 %: \(lower) to \(upper) \
            points; p = \(DecimalText.fixed(counts.pValue, 4)), McNemar).
            """
    }

    private func paragraph(_ text: String) -> String {
        FieldList.wrapped(text, to: console.columns).map { $0 + "\n" }.joined()
    }
}
