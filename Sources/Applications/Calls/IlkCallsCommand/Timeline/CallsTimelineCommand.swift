import IlkCalls
import IlkConsole
import ArgumentParser

/// Shows calls grouped by day.
struct CallsTimelineCommand: StoreCommand {
    static let help = CommandText(
        "timeline",
        abstract: "Show calls with everybody, by days: today, yesterday, this week, this month, and months.",
        discussion: "Days are those of your time zone (TZ, or --zone), in your language (LC_TIME).",
        examples: [
            "Record a call": "ilk calls add Sarah 20m happy",
            "By days": "ilk calls timeline",
            "By somebody else's days": "ilk calls timeline --zone Asia/Tokyo",
        ])

    @OptionGroup var choice: CallFilterOptions

    @Option(count: "How many calls to show.")
    var limit: Int = 50

    @OptionGroup var place: CallFileOptions
    @OptionGroup var display: DisplayOptions

    func run(on book: OpenCallStore) async throws {
        let page = try await book.store.fetchCallLogs(matching: choice.filter(book), limit: limit)
        try await book.showDays(of: page)
    }
}
