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
        let rows: [JobView.Report.Row]
    }

    struct Schedule {
        let summary: String
        let state: String
        let last: String
        let next: String
    }

    /// The number of days in a chart.
    private static let days = 30

    let taxonomies: [TaxonomyLink]
    let hasTaxonomies: Bool
    private(set) var alerts: [String] = []
    private(set) var tiles: [Tile] = []
    private(set) var charts: [ChartView] = []
    private(set) var ledger: Ledger?
    private(set) var schedules: [Schedule] = []
    private(set) var hasSchedules = false

    /// The request that counts the entries of the charts.
    ///
    /// - Parameter now: The time in milliseconds since 1970.
    static func counts(_ taxonomy: String, now: Int64) -> String {
        PagePath.path(
            "/v1" + PagePath.path("log", taxonomy, "stats"),
            [Pair("by", "day,category,abstention"), Pair("since", names(now)[0])])
    }

    /// The days of the charts, up to today.
    private static func names(_ now: Int64) -> [String] {
        let today = Int(now / 86_400_000)
        return (today - days + 1...today).map { CalendarDay($0).description }
    }

    /// - Parameter taxonomy: The taxonomy of the log, or `nil` without a log.
    /// - Throws: ``Problem``.
    init(_ visit: Visit, taxonomy: String?) async throws {
        taxonomies = TaxonomyLink.all(try await visit.logs, chosen: taxonomy ?? "", at: "/ui/overview")
        hasTaxonomies = !taxonomies.isEmpty
        alerts = try await visit.failedChecks()
        guard let taxonomy else {
            alerts.append("There is no log: the server stores no texts. Start it with --log to review them.")
            return
        }
        let now = visit.pages.backend.clock.wall
        let counts = try await visit.get(Self.counts(taxonomy, now: now))
        addCharts(counts["groups"]?.elements ?? [], Self.names(now))
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
    }

    private mutating func addCharts(_ groups: [JSONTree], _ names: [String]) {
        var labels: [String] = []
        var counts: [String: [String: Int]] = [:]
        var (abstained, all) = (0, 0)
        for group in groups {
            let count = group["entries"]?.integer ?? 0
            let isAbstention = group["abstention"]?.string != nil
            let label = isAbstention ? "no label" : group["category"]?.string ?? "no label"
            all += count
            if isAbstention { abstained += count }
            if !labels.contains(label) { labels.append(label) }
            counts[group["day"]?.string ?? "", default: [:]][label, default: 0] += count
        }
        labels.sort()
        let bars = StackedBars(
            days: names.map { day in (day, labels.map { counts[day]?[$0] ?? 0 }) }, series: labels)
        charts.append(bars.chart("by-day", "Texts by day and label, last \(Self.days) days", noun: "texts"))
        tiles.append(Tile(name: "Texts in \(Self.days) days", value: "\(all)", note: ""))
        let share = all == 0 ? "" : PageText.percent(Double(abstained) / Double(all))
        tiles.append(Tile(name: "Without a label", value: "\(abstained)", note: share))
    }

    private mutating func addLedger(_ counts: JSONTree) {
        let rows = (counts["ledger"]?.pairs ?? []).map {
            JobView.Report.Row(name: $0.name, value: "\($0.value.integer ?? 0)")
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
        hasSchedules = !schedules.isEmpty
    }
}
