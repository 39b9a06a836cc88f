import IlkAPI
import IlkFraming
import IlkHTTP
import IlkSyncStore
import IlkVocabulary

/// The numbers, charts and alerts of the overview.
struct OverviewView {
    struct Tile {
        let name: String
        let value: String
        let note: String
    }

    struct Ledger {
        let balance: String
        let rows: [Pair]
    }

    struct Schedule {
        let summary: String
        let state: String
        let last: String
        let next: String
    }

    /// The number of days in a daily chart, and the number of hours in the hourly chart.
    private static let (days, hours) = (30, 48)

    private(set) var alerts: [String] = []
    private(set) var tiles: [Tile] = []
    private(set) var charts: [ChartView] = []
    private(set) var latency: LatencyView?
    private(set) var ledger: Ledger?
    private(set) var schedules: [Schedule] = []

    /// Returns the path of the API request that counts the entries by day for the charts.
    ///
    /// - Parameter now: The time in milliseconds since 1970.
    static func counts(_ taxonomy: String, now: Int64) -> String {
        PagePath.path(
            "/v1" + PagePath.path("log", taxonomy, "stats"),
            [Pair("by", "day,category,abstention"), Pair("since", names(now)[0])])
    }

    /// Returns the hours of the hourly chart, up to the current one, as ISO 8601 times.
    private static func hourNames(_ now: Int64) -> [String] {
        let hour = Int(now / 3_600_000)
        return (hour - hours + 1...hour).map { RecordTime.text(Double($0) * 3600) }
    }

    /// Returns the days of the daily charts, up to today.
    private static func names(_ now: Int64) -> [String] {
        let today = ZonedTime(milliseconds: now, zone: 0).day
        return (1 - days...0).map { today.adding(by: $0).description }
    }

    /// - Parameter taxonomy: The taxonomy of the log, or `nil` without a log.
    /// - Throws: ``Problem``.
    init(_ visit: Visit, taxonomy: String?) async throws {
        alerts = try await visit.checks().filter { $0.value != "ok" }.map { "\($0.key): \($0.value)" }
        guard let taxonomy else {
            alerts.append(
                "There is no log: the server stores no texts. To review texts, start it with --log."
            )
            return
        }
        let now = visit.pages.backend.clock.wall
        let counts = try await visit.get(Self.counts(taxonomy, now: now))
        addCharts(counts["groups"]?.elements ?? [], Self.names(now))
        try await addHours(visit, taxonomy, Self.hourNames(now))
        try await addCorrections(visit, taxonomy, Self.names(now))
        tiles.insert(
            Tile(
                name: "Entries", value: "\(counts["entries"]?.integer ?? 0)",
                note: (counts["oldest"]?.string).map { "since \(PageText.time($0))" } ?? ""), at: 0)
        addLedger(counts)
        if case .success(let models) = try await visit.find(
            PagePath.path("/v1/models", [Pair("taxonomy", taxonomy)]))
        {
            addModel(models["items"]?.elements ?? [])
        }
        if case .success(let report) = try await visit.find(
            "/v1" + PagePath.path("log", taxonomy, "learning"))
        {
            addLearning(report)
        }
        if case .success(let jobs) = try await visit.find("/v1/jobs?limit=1") { addSchedules(jobs) }
        latency = try await LatencyView(visit)
    }

    /// Returns a stacked bar for each period, with one part for each label.
    ///
    /// - Parameters:
    ///   - field: The field of a group that has the count.
    ///   - period: The field of a group that has the period: `day` or `hour`.
    ///   - names: The periods of the chart.
    private static func bars(
        _ groups: [JSONTree], _ field: String, by period: String, _ names: [String]
    ) -> StackedBars {
        var labels: Set<String> = []
        var counts: [String: [String: Int]] = [:]
        for group in groups {
            let isAbstention = group["abstention"]?.string != nil
            let label = isAbstention ? "no label" : group["category"]?.string ?? "no label"
            labels.insert(label)
            counts[group[period]?.string ?? "", default: [:]][label, default: 0] +=
                group[field]?.integer ?? 0
        }
        let series = labels.sorted()
        let isByHour = period == "hour"
        return StackedBars(
            period: isByHour ? "Hour" : "Day",
            days: names.map { name in
                (isByHour ? PageText.time(name) : name, series.map { counts[name]?[$0] ?? 0 })
            }, series: series)
    }

    private mutating func addHours(_ visit: Visit, _ taxonomy: String, _ names: [String]) async throws {
        let target = PagePath.path(
            "/v1" + PagePath.path("log", taxonomy, "stats"),
            [Pair("by", "hour,category,abstention"), Pair("since", names[0])])
        let groups = try await visit.get(target)["groups"]?.elements ?? []
        let bars = Self.bars(groups, "entries", by: "hour", names)
        charts.append(
            bars.chart("by-hour", "Texts by hour (UTC) and label, last \(Self.hours) hours", noun: "text"))
    }

    private mutating func addCorrections(
        _ visit: Visit, _ taxonomy: String, _ names: [String]
    ) async throws {
        let target = PagePath.path(
            "/v1" + PagePath.path("log", taxonomy, "corrections"), [Pair("since", names[0])])
        let items = try await visit.get(target)["items"]?.elements ?? []
        let bars = Self.bars(items, "corrections", by: "day", names)
        charts.append(
            bars.chart(
                "corrections", "Corrections by day and label, last \(Self.days) days", noun: "correction"))
    }

    private mutating func addCharts(_ groups: [JSONTree], _ names: [String]) {
        let all = groups.reduce(0) { $0 + ($1["entries"]?.integer ?? 0) }
        let abstained = groups.reduce(0) {
            $0 + ($1["abstention"]?.string == nil ? 0 : $1["entries"]?.integer ?? 0)
        }
        let bars = Self.bars(groups, "entries", by: "day", names)
        charts.append(bars.chart("by-day", "Texts by day and label, last \(Self.days) days", noun: "text"))
        tiles.append(Tile(name: "Texts in \(Self.days) days", value: "\(all)", note: ""))
        let share = all == 0 ? "" : PageText.percent(Double(abstained) / Double(all))
        tiles.append(Tile(name: "Without a label", value: "\(abstained)", note: share))
    }

    private mutating func addLedger(_ counts: JSONTree) {
        let rows = (counts["ledger"]?.pairs ?? []).map {
            Pair($0.name, "\($0.value.integer ?? 0)")
        }
        guard !rows.isEmpty else { return }
        let isBalanced = counts["isBalanced"]?.bool ?? true
        ledger = Ledger(
            balance: isBalanced
                ? "Each text has an outcome." : "Some texts have no outcome yet, or were lost in a crash.",
            rows: rows)
    }

    private mutating func addModel(_ versions: [JSONTree]) {
        guard let active = versions.first(where: { $0["isActive"]?.bool == true }) else { return }
        tiles.append(
            Tile(
                name: "Active model", value: active["version"]?.string ?? "none",
                note: String((active["digest"]?.string ?? "").prefix(12))))
    }

    private mutating func addLearning(_ report: JSONTree) {
        let total = report["total"]?["all"]
        let texts = total?["texts"]?.integer ?? 0
        tiles.append(
            Tile(
                name: "Corrected texts", value: "\(texts)",
                note: (total?["share"]?.double).map { "\(PageText.percent($0)) predicted correctly" } ?? ""))
        alerts += report["alerts"]?.strings ?? []
    }

    private mutating func addSchedules(_ jobs: JSONTree) {
        schedules = (jobs["schedules"]?.elements ?? []).map { json in
            let run = json["lastRun"]
            let result = run?["error"]?.string ?? run?["result"]?.string ?? ""
            let last = run.map { "\(PageText.time($0["ended"]?.string)): \(result)" } ?? "never"
            return Schedule(
                summary: json["summary"]?.string ?? "",
                state: json["isRunning"]?.bool == true
                    ? "running" : json["isOn"]?.bool == true ? "on" : "off",
                last: last, next: PageText.time(json["nextRun"]?.string))
        }
    }
}
