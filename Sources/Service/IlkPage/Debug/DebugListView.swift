import IlkFraming
import IlkHTTP
import IlkVocabulary

/// The debug events that match a search, with a histogram by time.
struct DebugListView {
    struct Choice {
        let name: String
        let path: String
    }

    let choices: [Choice]
    let charts: [ChartView]
    let rows: [DebugRow]
    let heading: String
    let next: String?

    /// The search terms that the page offers as links.
    private static let terms =
        ["level>=warn", "level:error"] + LogSource.allCases.map { "source:\($0.rawValue)" }

    /// - Parameters:
    ///   - query: The query parameters of the page's URL.
    ///   - page: The page of events.
    ///   - histogram: The counts of the matching events by time and level.
    init(_ query: [Pair], _ page: JSONTree, _ histogram: JSONTree) {
        let (q, period) = (query["q"], query.filter { ["since", "until"].contains($0.key) })
        choices = Self.terms.filter { !q.contains($0) }.map { term in
            Choice(
                name: term,
                path: PagePath.path("/ui/debug", [Pair("q", q.isEmpty ? term : "\(q) \(term)")] + period))
        }
        rows = (page["items"]?.elements ?? []).map(DebugRow.init)
        next = PagePath.next(page, at: "/ui/debug", query)
        let count = histogram["entries"]?.integer ?? 0
        heading =
            histogram["isComplete"]?.bool == false
            ? "More than \(count) events" : PageText.counted(count, "event")
        charts = count == 0 ? [] : [Self.chart(histogram)]
    }

    private static let levels = LogLevel.allCases.map(\.rawValue) + ["none"]

    private static func chart(_ json: JSONTree) -> ChartView {
        let items = json["items"]?.elements ?? []
        let shown = levels.filter { level in items.contains { $0["levels"]?[level] != nil } }
        let seconds = json["seconds"]?.integer ?? 0
        let isByDay = seconds >= 86_400
        let bars = StackedBars(
            period: isByDay ? "Day" : "Time",
            days: items.map { item in
                let start = item["start"]?.string ?? ""
                let time = isByDay ? "" : " " + start.dropFirst(11).prefix(seconds < 60 ? 8 : 5)
                return (String(start.prefix(10)) + time, shown.map { item["levels"]?[$0]?.integer ?? 0 })
            }, series: shown.map { $0 == "none" ? "no level" : $0 })
        let part = json["isComplete"]?.bool == false ? "the newest events" : "matching events"
        return bars.chart(
            "histogram", "Number of \(part) in each \(PageText.interval(seconds))", noun: "event")
    }
}
