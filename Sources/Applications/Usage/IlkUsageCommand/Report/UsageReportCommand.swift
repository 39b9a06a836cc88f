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
            --format html writes a self-contained page with charts. The day of an event is the one of the device's clock.
            """,
        examples: [
            "Record taps": "ilk usage tap I want cookie",
            "Record a phrase": "ilk usage speak",
            "Report the last four weeks": "ilk usage report",
            "Report a year as a web page": "ilk usage report --days 365 --format html --output year.html",
            "Report a range of days as JSON":
                "ilk usage report --from 2026-11-01 --to 2026-11-30 --format json",
        ])

    @Option("Number of days up to the last day.", value: "count")
    var days = 28

    @Option("First day.", value: "day")
    var from: String?

    @Option("Last day. (default: today)", value: "day")
    var to: String?

    @Option("Number of symbols and phrases to list.", value: "count")
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
        if !(1...36_600).contains(days) { throw ValidationError("--days takes a number from 1 to 36600.") }
        for day in [from, to].compactMap({ $0 }) where CalendarDay(day) == nil {
            throw ValidationError("'\(day)' is not a day: use the form 2026-11-21.")
        }
        if !(1...10_000).contains(top) { throw ValidationError("--top takes a number from 1 to 10000.") }
        if let from, let to, to < from { throw ValidationError("--to must not be before --from.") }
    }

    func run(on book: OpenUsageStore) async throws {
        let last = to.flatMap { CalendarDay($0) } ?? book.today
        let first = from.flatMap { CalendarDay($0) } ?? last.adding(by: 1 - days)
        let names = try await UsageNames(book.store)
        let report = try await book.store.report(from: first, to: max(first, last), listed: top)
        if let output {
            try await output.target(
                isForced: replacing.force, inputs: UsageApplication.files(place.file, book.console)
            ).write {
                try write(report, names, book, to: $0)
            }
            book.console.note("Wrote the report to \(output.path).")
        } else {
            try write(report, names, book, to: book.console.output)
        }
    }

    private func write(
        _ report: UsageReport, _ names: UsageNames, _ book: OpenUsageStore, to output: OutputWriter
    ) throws {
        switch format {
        case .text:
            output.append(UsageReportText(report: report, names: names, style: book.console.style).text)
        case .json: try output.append(json: report.fields(names))
        case .html: output.append(UsageReportPage(report: report, names: names).html)
        }
        try output.flush()
    }
}

extension UsageReport {
    /// The report in structured output.
    func fields(_ names: UsageNames) -> JSONObject {
        func groups(_ groups: [Group], _ name: (RecordID?) -> String) -> [JSONObject] {
            groups.map { ["id": $0.id?.description, "name": name($0.id), "amount": $0.amount.fields] }
        }
        func counts(_ counts: [Count]) -> [JSONObject] {
            counts.map { ["term": $0.term, "count": $0.count] }
        }
        return [
            "schema": "ilk.usage.report/1", "first": first.description, "last": last.description,
            "total": total.fields,
            "days": days.map { day -> JSONObject in
                [
                    "day": day.day.description, "amount": day.amount.fields, "newSymbols": day.newSymbols,
                    "vocabulary": day.vocabulary,
                ]
            },
            "devices": groups(devices, names.device), "caregivers": groups(caregivers, names.caregiver),
            "symbols": counts(symbols), "phrases": counts(phrases),
            "sessions": sessions.map { $0.fields(device: names.device($0.deviceID)) },
        ]
    }
}

extension UsageReport.Amount {
    fileprivate var fields: JSONObject {
        [
            "taps": taps, "phrases": phrases, "uniqueSymbols": uniqueSymbols, "symbolsPerPhrase": meanPhrase,
            "secondsPerPhrase": meanConstruction,
        ]
    }
}

/// The display names of devices and caregivers.
struct UsageNames {
    private let devices: [RecordID: String]
    private let caregivers: [RecordID: String]

    init(_ store: UsageStore) async throws {
        devices = Self.names(try await store.devices().map { ($0.id, $0.name) })
        caregivers = Self.names(try await store.caregivers().map { ($0.id, $0.name) })
    }

    /// Returns display names. Two devices may get the same name before they sync, so the last characters of
    /// the key are appended to duplicates.
    static func names(_ all: [(id: RecordID, name: String)]) -> [RecordID: String] {
        let counts = Dictionary(all.map { ($0.name, 1) }, uniquingKeysWith: +)
        let named = all.map { id, name in
            (id, counts[name] == 1 ? name : "\(name) (\(id.description.suffix(8)))")
        }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the name of a device, or the last characters of its key.
    func device(_ id: RecordID?) -> String {
        id.map { devices[$0] ?? String($0.description.suffix(8)) } ?? ""
    }

    /// Returns the name of a caregiver, or the last characters of the key, or a dash for `nil`.
    func caregiver(_ id: RecordID?) -> String {
        id.map { caregivers[$0] ?? String($0.description.suffix(8)) } ?? "-"
    }
}
