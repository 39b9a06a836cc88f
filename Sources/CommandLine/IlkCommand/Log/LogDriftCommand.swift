import IlkLog
import ArgumentParser
import FoundationEssentials
import Ilk
import IlkConsole
import IlkLearning
import IlkVerdictConsole
import IlkVocabulary

/// Measures the drift of the log from the model's training texts.
struct LogDriftCommand: StoreCommand, ShowingArguments {
    static let help = LogApplication.text(
        "drift",
        abstract: "Compare the texts of the log with the training texts.",
        discussion: """
            Measures the share of each label, the share of words that the model does not know, the share of \
            abstentions, and the calibration. Compares the newest period with the training texts and with \
            the periods before it.
            """,
        examples: [
            "Compare week by week": "drift",
            "Compare day by day": "drift --days 1 --count 14",
        ])

    @Option("The length of each period in days.", value: "days", form: "a number above 0, up to 36500")
    var days: Double = 7

    @Option(count: "The number of periods to compare.", to: 1_000)
    var count = 8

    @Flag(help: "Exit with status 1 if the texts have drifted.")
    var check = false

    @OptionGroup var shown: ShownOptions<LogApplication, ResultFormat>

    func validate() throws {
        guard days.isFinite, days > 0, days <= 36_500 else {
            throw ValidationError.invalid("--days", days, expected: "a number above 0, up to 36500")
        }
    }

    func run(on open: OpenStore<LogApplication>) async throws {
        try await DriftCheck(
            days: days, count: count, fails: check, format: format, console: open.console
        ).run(open.store)
    }
}

/// A measurement of drift.
struct DriftCheck {
    /// The length of each period in days.
    var days = 7.0
    /// The number of periods to compare.
    var count = 8
    /// `true` to fail if there is drift.
    var fails = false
    var format = ResultFormat.text
    let console: Console

    /// Measures the drift and writes the report.
    ///
    /// - Throws: `checkFailed` without a message if there is drift and ``fails`` is `true`; errors of the
    ///   log.
    func run(_ store: ClassificationLogStore) async throws {
        let set = try LabelSetCatalog(folders: console.folders).set(with: store.taxonomy)
        try set?.requireOneLabel(for: "ilk log drift")
        let report = try await LogDrift(store: store, labels: set, folders: console.folders).report(
            days: days, count: count)
        let taxonomy = set?.currentTaxonomy(of: store.taxonomy) ?? store.taxonomy
        try console.write(report, as: format) {
            DriftTable(taxonomy: taxonomy, style: console.style).text(report)
        }
        if fails, report.hasDrifted { throw CommandError(.checkFailed, "") }
    }
}

/// A human-readable drift report: a row for each period, then sentences.
struct DriftTable {
    let taxonomy: Taxonomy
    let style: Style

    /// The maximum number of categories with a column. The most frequent categories are shown.
    private static let maximumColumns = 6

    /// Returns the table and the sentences.
    func text(_ report: LogDriftReport) -> String {
        let shown = categories(report)
        var columns = [Table.Column("from", tone: .faint), Table.Column("texts", .right)]
        columns += shown.map { Table.Column(String($0.rawValue.prefix(8)), .right) }
        columns += ["OOV", "abstain"].map { Table.Column($0, .right) }
        var table = Table(columns)
        table.add(["training"] + cells(report.training, shown))
        for window in report.windows {
            let start = Date(timeIntervalSince1970: window.start).formatted(.iso8601)
            table.add([String(start.prefix(10))] + cells(window.figures, shown))
        }
        return table.rendered(style) + report.statements.map { VisibleText.oneLine($0) + "\n" }.joined()
    }

    private func categories(_ report: LogDriftReport) -> [IlkVocabulary.Category] {
        guard taxonomy.count > Self.maximumColumns else { return taxonomy.categories }
        let newest = report.windows.first?.figures.labels ?? [:]
        return Array(
            taxonomy.categories.sorted { (newest[$1] ?? 0, $0) < (newest[$0] ?? 0, $1) }.prefix(
                Self.maximumColumns)
        )
    }

    private func cells(_ figures: DriftFigures, _ shown: [IlkVocabulary.Category]) -> [String] {
        [String(figures.texts)] + shown.map { Self.percent(figures.share(of: $0)) } + [
            figures.unknownWords.texts == 0 ? "-" : Self.percent(figures.unknownWords.mean),
            figures.abstention.map(Self.percent) ?? "-",
        ]
    }

    private static func percent(_ share: Double) -> String { DecimalText.fixed(share * 100, 0) + "%" }
}
