import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages of the use of an app: the report, regressions with their evidence, and the events.
struct UsagePages {
    let pages: Pages

    private static let path = "/ui/usage"
    private static let query = ["q", "since", "until", "cursor"]

    var routes: [Route] { [report, regressions, check, events] }

    private static func tabs(_ part: String) -> [PageTab] {
        PageTab.all(
            [("Report", path), ("Regressions", "\(path)/regressions"), ("Events", "\(path)/events")], at: part
        )
    }

    private var report: Route {
        pages.page("/ui/usage", "openUsage", "Report the use of an app.", query: ["days", "from", "to"]) {
            visit in
            let query = ["days", "from", "to"].map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/usage/report", query)
            let regressions = try await visit.find("/v1/usage/regressions")
            let view = UsageReportView(
                tabs: Self.tabs(Self.path), query, try await visit.find(path), regressions)
            return visit.html("usage", "Use of the app", view, source: .init(path))
        }
    }

    private var regressions: Route {
        pages.page("/ui/usage/regressions", "openRegressions", "Show regressions.", query: ["on"]) { visit in
            let path = PagePath.path("/v1/usage/regressions", [Pair("on", visit["on"])])
            let view = RegressionListView(
                tabs: Self.tabs("\(Self.path)/regressions"), try await visit.find(path),
                canCheck: visit.token.permits(.correct))
            return visit.html("regressions", "Regressions", view, source: .init(path))
        }
    }

    private var check: Route {
        pages.form("/ui/usage/regressions", "checkRegressionsOfPage", "Check for regressions.") {
            visit, fields in
            let query = [Pair("on", fields["on"] ?? "")]
            let done = try await visit.send("POST", PagePath.path("/v1/usage/regressions", query))
            let count = done["items"]?.elements?.count ?? 0
            let text = count == 0 ? "No symbol is flagged." : "Flagged \(PageText.counted(count, "symbol"))."
            return visit.redirect(
                to: PagePath.path("\(Self.path)/regressions", [Pair("on", done["day"]?.string ?? "")]), text)
        }
    }

    private var events: Route {
        pages.page("/ui/usage/events", "openUsageEvents", "List usage events.", query: Self.query) { visit in
            let query = Self.query.map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/usage", query)
            let view = UsageEventListView(
                tabs: Self.tabs("\(Self.path)/events"), query, try await visit.get(path))
            return visit.html(
                "usage-events", "Usage events", view, source: .init(path, as: [.json, .ndjson]))
        }
    }
}
