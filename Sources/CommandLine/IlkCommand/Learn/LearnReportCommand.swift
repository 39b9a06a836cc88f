import ArgumentParser
import Ilk
import IlkConsole
import IlkLog
import IlkVerdictConsole
import IlkVocabulary

/// Reports the accuracy on the corrected texts of a log over time.
struct LearnReportCommand: StoreCommand, ShowingArguments {
    static let help: CommandText = {
        var text = CommandText(
            "report",
            abstract: "Report the accuracy over time, from corrections.",
            discussion: """
                Each correction is compared with the prediction that was logged for its text. A confirmed \
                prediction counts as correct. The report shows the share of correct predictions over time, \
                for each label and for each version of the model, with 95 % confidence intervals. It also \
                shows how many corrections each person made.

                The texts of the review queue are harder than average. Therefore one text in ten is not \
                chosen by the queue but drawn at random from the log: an audit. Once 30 audits are labeled, \
                the report uses them to estimate the accuracy on all texts.

                --format html writes a page with a chart.
                """,
            after: LogApplication.setupExamples)
        text.examples += [
            CommandExample("Correct its label", "ilk log correct -1 email --log-file mine.sqlite"),
            CommandExample("Report the accuracy", "ilk learn report --log-file mine.sqlite"),
            CommandExample(
                "Write a page for a browser",
                "ilk learn report --format html -o report.html --log-file mine.sqlite"),
        ]
        return text
    }()

    @OptionGroup var period: PeriodOptions<LogApplication, LogTimeArgument>

    @Option(
        name: .shortAndLong, "Output file. (default: standard output)", value: OutputFile.valueName,
        completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions
    @OptionGroup var shown: ShownOptions<LogApplication, ReportFormat>

    func run(on open: OpenStore<LogApplication>) async throws {
        let console = open.console
        // Rejects an output file before the log is read.
        let target = try output?.target(
            isForced: replacing.force, inputs: LogApplication.files(place.file, console))
        let labels = try LabelSetCatalog(folders: console.folders).set(with: open.store.taxonomy)
        let learning = LogLearning(store: open.store, labels: labels, folders: console.folders)
        let report = try await learning.report(
            since: period.since?.date(in: open), until: period.until?.date(in: open),
            drift: try await learning.drift())
        guard let target, let output else {
            try write(report, console, to: console.output)
            return try console.output.flush()
        }
        try await target.write { try write(report, console, to: $0) }
        console.note("Wrote the report to \(output.path).")
    }

    private func write(_ report: LearningReport, _ console: Console, to output: OutputWriter) throws {
        let phrases = LearningPhrases(report: report, hasPeriod: !period.isEmpty, option: logOption)
        switch format {
        case .text:
            // A file has no colors.
            let style = self.output == nil ? console.style : Style(isColored: false)
            output.append(
                LearningReportText(phrases: phrases, style: style, columns: min(80, console.columns)).text)
        case .json: try output.append(json: report.fields)
        case .html: output.append(LearningReportPage(phrases: phrases).html)
        }
    }

    /// The option that names the log in hints, such as ` --log-file mine.sqlite`. Empty for the default log.
    private var logOption: String {
        if let file = shown.place.logging.logFile { return " --log-file \(ShellText.word(file))" }
        return shown.place.taxonomy.map { VersionChange.option($0.name) } ?? ""
    }
}
