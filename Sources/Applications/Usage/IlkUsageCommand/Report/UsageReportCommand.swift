import ArgumentParser
import IlkConsole
import IlkUsage
import IlkVocabulary

/// Reports the use of the app over a range of days.
struct UsageReportCommand: StoreCommand {
    static let help = CommandText(
        "report",
        abstract: "Report engagement, vocabulary, devices, caregivers and frequent symbols.",
        discussion: """
            --format html writes a self-contained page with charts. The day of an event is the local day on \
            the device that recorded the event.
            """,
        examples: [
            "Record taps": "ilk usage tap I want cookie",
            "Record a phrase": "ilk usage speak",
            "Report the last four weeks": "ilk usage report",
            "Report a year as a web page": "ilk usage report --days 365 --format html --output year.html",
            "Report a range of days as JSON":
                "ilk usage report --from 2026-11-01 --to 2026-11-30 --format json",
        ])

    @Option(count: "Number of days to report, up to and including --to.", to: 36_600)
    var days = 28

    @Option("First day to report; replaces --days.", value: "day")
    var from: String?

    @Option("Last day to report. (default: today)", value: "day")
    var to: String?

    @Option(count: "Number of symbols and phrases to list.", to: 10_000)
    var top = 20

    @Option(help: "Output format.")
    var format: ReportFormat = .text

    @Option(
        name: .shortAndLong, "Output file. (default: standard output)", value: OutputFile.valueName,
        completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var place: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        for case (let option, let day?) in [("--from", from), ("--to", to)] where CalendarDay(day) == nil {
            throw ValidationError.invalid(option, day, expected: "a day, such as 2026-11-21")
        }
        if let from, let to, to < from { throw ValidationError("--to must not be before --from.") }
    }

    func run(on open: OpenUsageStore) async throws {
        let last = to.flatMap { CalendarDay($0) } ?? open.today
        let first = from.flatMap { CalendarDay($0) } ?? last.adding(by: 1 - days)
        let names = try await UsageNames(open.store)
        let report = try await open.store.report(from: first, to: max(first, last), listed: top)
        if let output {
            try await output.target(
                isForced: replacing.force, inputs: UsageApplication.files(place.file, open.console)
            ).write {
                try write(report, names, open, to: $0)
            }
            open.console.note("Wrote the report to \(output.path).")
        } else {
            try write(report, names, open, to: open.console.output)
        }
    }

    private func write(
        _ report: UsageReport, _ names: UsageNames, _ open: OpenUsageStore, to output: OutputWriter
    ) throws {
        switch format {
        case .text:
            output.append(UsageReportText(report: report, names: names, style: open.console.style).text)
        case .json: try output.append(json: report.fields(names))
        case .html: output.append(UsageReportPage(report: report, names: names).html)
        }
        try output.flush()
    }
}
