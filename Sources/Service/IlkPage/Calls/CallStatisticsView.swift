import IlkFraming
import IlkHTTP

/// Counts of calls by week, emotion and contact.
struct CallStatisticsView {
    struct Contact {
        let name: String
        let path: String
        let calls: Int
        let last: String
    }

    struct Suggestion {
        let name: String
        let path: String
        let reason: String
    }

    let tiles: [OverviewView.Tile]
    let charts: [ChartView]
    let emotions: CountBars?
    let overdue: [Suggestion]
    let contacts: [Contact]

    /// - Parameters:
    ///   - json: The counts.
    ///   - contacts: The contacts.
    init(_ json: JSONTree, contacts: JSONTree) {
        tiles = Self.tiles(json)
        let weeks = json["weeks"]?.elements ?? []
        let bars = StackedBars(
            period: "Week",
            days: weeks.map { ($0["week"]?.string ?? "", [$0["calls"]?.integer ?? 0]) }, series: ["calls"])
        charts =
            weeks.isEmpty
            ? [] : [bars.chart("weeks", "Calls by week (from Monday)", noun: "call")]
        let counts = (json["byEmotion"]?.pairs ?? []).map { (name: $0.name, count: $0.value.integer ?? 0) }
        emotions = CountBars(
            "Emotions", of: "Emotion", in: "Calls",
            counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) })
        overdue = (json["overdue"]?.elements ?? []).map { item in
            let name = item["contact"]?.string ?? ""
            func days(_ field: String) -> String { ChartView.place(item[field]?.double ?? 0) }
            return Suggestion(
                name: name, path: PagePath.path("/ui/calls/new", [Pair("contact", name)]),
                reason:
                    "usually every \(days("usualDays")) days; the last call \(days("silentDays")) days ago"
            )
        }
        self.contacts = (contacts["items"]?.elements ?? []).map { item in
            let name = item["name"]?.string ?? ""
            return Contact(
                name: name, path: PagePath.path("/ui/calls", [Pair("contact", name)]),
                calls: item["calls"]?.integer ?? 0,
                last: (item["lastCalled"]?.string).map { String($0.prefix(10)) } ?? "never")
        }
    }

    private static func tiles(_ json: JSONTree) -> [OverviewView.Tile] {
        func count(_ name: String) -> Int { json[name]?.integer ?? 0 }
        func mean(_ name: String) -> String { (json[name]?.double).map(ChartView.place) ?? "–" }
        return [
            .init(name: "Calls", value: "\(count("calls"))", note: "\(count("withDetails")) with details"),
            .init(name: "Calls per week", value: mean("callsPerWeek"), note: "on average"),
            .init(
                name: "Total duration", value: CallView.duration(count("totalMinutes")),
                note: PageText.counted(count("timed"), "timed call")),
            .init(name: "Minutes per call", value: mean("meanMinutes"), note: "on average"),
            .init(name: "Not synced", value: "\(count("pending"))", note: "\(count("failed")) refused"),
        ]
    }
}
