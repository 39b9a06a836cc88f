import IlkConsole
import ArgumentParser
import IlkUsage
import IlkStore
import IlkVocabulary

/// Says what somebody's use came to.
struct UsageReportCommand: AsyncParsableCommand, ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report on engagement, vocabulary, devices, caregivers, the words and phrases used most.",
        discussion: """
            With --format html a page with charts that needs nothing but itself. Days are those that the device's clock showed.
            """
    )

    static let examples = [
        CommandExample("Tap", "ilk usage tap I want cookie"),
        CommandExample("Speak", "ilk usage speak"),
        CommandExample("The last four weeks", "ilk usage report"),
        CommandExample(
            "A year, for a browser", "ilk usage report --days 365 --format html --output year.html"),
        CommandExample(
            "From a day to another, for programs",
            "ilk usage report --from 2026-11-01 --to 2026-11-30 --format json"),
    ]

    @Option(help: ArgumentHelp("How many days, up to the last one.", valueName: "count"))
    var days = 28

    @Option(help: ArgumentHelp("The first day.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("The last day. (default: today)", valueName: "day"))
    var to: String?

    @Option(help: ArgumentHelp("How many words and phrases to list.", valueName: "count"))
    var top = 20

    @Option(help: "The shape of the output.")
    var format: ReportFormat = .text

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The output file. (default: standard output)", valueName: OutputFile.valueName),
        completion: .file())
    var output: OutputFile?

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var usage: UsageFileOptions
    @OptionGroup var display: DisplayOptions

    func validate() throws {
        if !(1...36_600).contains(days) { throw ValidationError("--days takes a number from 1 to 36600.") }
        for day in [from, to].compactMap({ $0 }) where CalendarDay(day) == nil {
            throw ValidationError("There is no day '\(day)': say it as 2026-11-21.")
        }
        if !(1...10_000).contains(top) { throw ValidationError("--top takes a number from 1 to 10000.") }
        if let from, let to, to < from { throw ValidationError("--to is not before --from.") }
    }

    func run() async throws {
        let book = try UsageBook.reading(usage, display)
        let last = to.flatMap { CalendarDay($0) } ?? book.today
        let first = from.flatMap { CalendarDay($0) } ?? last.later(by: 1 - days)
        let names = try await UsageNames(book.store)
        let report = try await book.store.report(from: first, to: max(first, last), listed: top)
        if let output {
            try await output.target(replacing, inputs: usage.files(book.console.folders)).write {
                try write(report, names, book, to: $0)
            }
            book.console.note("written to \(output.path)")
        } else {
            try write(report, names, book, to: book.console.output)
        }
        try book.close()
    }

    private func write(
        _ report: UsageReport, _ names: UsageNames, _ book: UsageBook, to output: OutputWriter
    ) throws {
        switch format {
        case .text:
            output.append(UsageReportText(report: report, names: names, style: book.console.style).text)
        case .json: output.append(try UsageReportOutput(report, names).json)
        case .html: output.append(UsageReportPage(report: report, names: names).html)
        }
        try output.flush()
    }
}
