import IlkStore
import ArgumentParser
import Foundation
import IlkCalls
import IlkConsole
import IlkVocabulary

/// Writes calls to a PDF document.
struct CallsReportCommand: StoreCommand {
    static let help = CommandText(
        "report",
        abstract: "Write calls with their notes to a PDF.",
        discussion: """
            The text of the PDF can be searched and copied. Dates are in your time zone and language. Exits \
            with 69 if the library Pango is not installed, or if ilk was built without PDF reports.
            """,
        examples: [
            "Record a call": "ilk calls add Sarah 20m happy 'we talked about Rome'",
            "Report the last four weeks": "ilk calls report --since 4w --output calls.pdf",
            "Report the calls with one contact": "ilk calls report --contact sarah --output sarah.pdf",
        ])

    @OptionGroup var choice: CallFilterOptions

    @Option(name: .shortAndLong, "Output file.", value: OutputFile.valueName, completion: .file())
    var output: OutputFile

    @OptionGroup var replacing: ReplacingOptions

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run(on open: OpenCallStore) async throws {
        let report = CallReport(open: open, filter: try await choice.selection(in: open))
        let (count, pages, missing) = try await output.target(
            isForced: replacing.force, inputs: CallsApplication.files(place.file, open.console)
        ).write { try await report.write(to: $0) }
        open.console.note(
            "Wrote \(CallsApplication.words.counted(count)) on \(pages) \(pages == 1 ? "page" : "pages") to \(output.path)."
        )
        if missing > 0 {
            open.console.note(
                "\(DecimalText.grouped(missing)) \(missing == 1 ? "character is" : "characters are") shown as boxes, because "
                    + "no installed font has them (Debian: fonts-noto-core, fonts-noto-cjk)")
        }
    }
}

/// A PDF document with statistics, followed by the calls with their notes, grouped by month.
struct CallReport {
    let open: OpenCallStore
    let filter: CallFilter

    /// Writes the document.
    ///
    /// - Returns: The number of calls, the number of pages, and the number of characters that no installed
    ///   font has.
    func write(to output: OutputWriter) async throws -> (calls: Int, pages: Int, missing: Int) {
        let statistics = try await open.store.statistics(matching: filter)
        let names = try await open.store.contactNames()
        let title = "Calls" + (filter.contactId.flatMap { names[$0] }.map { " with \($0)" } ?? "")
        let document = try ReportDocument(title: title, made: open.now, footer: title + " · ", to: output)
        document.add(title, size: 20, isBold: true)
        document.add(range(statistics), above: 2, isGray: true)
        summary(statistics, document)
        let calls = try await add(to: document, names)
        let (pages, missing) = try document.finish()
        return (calls, pages, missing)
    }

    private func range(_ statistics: CallStatistics) -> String {
        let first = filter.since ?? statistics.first
        let last = filter.until?.addingTimeInterval(-1) ?? statistics.last
        guard let first, let last else { return "no calls" }
        let style = style(date: .long, time: .omitted)
        return "\(first.formatted(style)) – \(last.formatted(style))"
    }

    /// A date format in the time zone and locale of the user.
    private func style(
        date: Date.FormatStyle.DateStyle? = nil, time: Date.FormatStyle.TimeStyle? = nil
    ) -> Date.FormatStyle {
        let calendar = open.timeline.calendar
        return Date.FormatStyle(
            date: date, time: time, locale: open.timeline.locale, calendar: calendar,
            timeZone: calendar.timeZone)
    }

    private func summary(_ statistics: CallStatistics, _ document: ReportDocument) {
        document.add("calls", DecimalText.grouped(statistics.total), width: 110, above: 14)
        document.add("total duration", CallDuration.text(statistics.totalMinutes), width: 110)
        if let mean = statistics.meanMinutes {
            document.add("mean duration", "\(DecimalText.fixed(mean, 1))m", width: 110)
        }
        let felt = EmotionalState.allCases.compactMap { emotion in
            statistics.byEmotion[emotion].map { "\(emotion.displayName) \(DecimalText.grouped($0))" }
        }
        if !felt.isEmpty { document.add("emotions", felt.joined(separator: ", "), width: 110) }
    }

    /// Adds the calls in the order of their start times.
    private func add(to document: ReportDocument, _ names: [Int32: String]) async throws -> Int {
        let months = style().month(.wide).year()
        var count = 0
        var month: String?
        try await open.store.forEachPage(matching: filter) { records in
            for record in records {
                let title = record.call.calledAt.formatted(months)
                if title != month {
                    document.add(title, size: 13, above: 16, isBold: true, keepsWithNext: true)
                }
                month = title
                add(record, to: document)
                count += 1
            }
            try open.console.checkStop()
        }
        return count
    }

    private func add(_ record: CallRecord, to document: ReportDocument) {
        let call = record.call
        var parts = [record.contact]
        if call.duration > 0 { parts.append(CallDuration.text(Int(call.duration))) }
        if let emotion = call.emotion { parts.append(emotion.displayName) }
        if !record.tags.isEmpty { parts.append(record.tags.joined(separator: ", ")) }
        let day = call.calledAt.formatted(style(date: .abbreviated, time: .shortened))
        document.add(
            day, parts.joined(separator: " · "), width: 150, above: 8, isBold: true,
            keepsWithNext: call.notes != nil)
        if let notes = call.notes { document.add(notes, above: 2, indent: 150) }
    }
}
