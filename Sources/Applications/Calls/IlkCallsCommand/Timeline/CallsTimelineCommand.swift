import IlkCalls
import IlkConsole
import ArgumentParser

/// Shows calls grouped by day.
struct CallsTimelineCommand: StoreCommand {
    static let help = CommandText(
        "timeline",
        abstract: "List calls grouped by day, week and month.",
        discussion: "Dates are in your time zone (TZ or --zone) and in your language (LC_TIME).",
        examples: [
            "Record a call": "ilk calls add Sarah 20m happy",
            "List calls by day": "ilk calls timeline",
            "Use another time zone": "ilk calls timeline --zone Asia/Tokyo",
        ])

    @OptionGroup var choice: CallFilterOptions

    @Option(count: "Maximum number of calls to list.")
    var limit: Int = 50

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run(on open: OpenCallStore) async throws {
        let page = try await open.store.fetchCallLogs(matching: choice.selection(in: open), limit: limit)
        try await open.showDays(of: page, isFiltered: !choice.isEmpty)
    }
}
