import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages about the use of an app: the report, regressions with their evidence, and the events.
struct UsagePages {
    let pages: Pages

    private static let parts = [
        ("Report", "/ui/usage"), ("Regressions", "/ui/usage/regressions"), ("Events", "/ui/usage/events"),
    ]
    private static let query = ["q", "since", "until", "cursor"]

    var routes: [Route] { [report, regressions, check, events] }

    private var report: Route {
        pages.page("/ui/usage", "openUsage", "Report the use of an app.", query: ["days", "from", "to"]) {
            visit in
            let query = ["days", "from", "to"].map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/usage/report", query)
            let view = UsageReportView(
                try await visit.find(path), try await visit.find("/v1/usage/regressions"))
            return visit.html(
                "usage", "Use of the app", view, links: visit.links(to: Self.parts), source: .init(path))
        }
    }

    private var regressions: Route {
        pages.page("/ui/usage/regressions", "openRegressions", "Show regressions.", query: ["on"]) { visit in
            let path = PagePath.path("/v1/usage/regressions", [Pair("on", visit["on"])])
            let view = RegressionListView(
                try await visit.find(path), canCheck: visit.token.permits(.correct))
            return visit.html(
                "regressions", "Regressions", view, links: visit.links(to: Self.parts), source: .init(path))
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
                to: PagePath.path("/ui/usage/regressions", [Pair("on", done["day"]?.string ?? "")]), text)
        }
    }

    private var events: Route {
        pages.page("/ui/usage/events", "openUsageEvents", "List usage events.", query: Self.query) { visit in
            let query = Self.query.map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/usage", query)
            return visit.html(
                "usage-events", "Usage events", UsageEventListView(query, try await visit.get(path)),
                links: visit.links(to: Self.parts), source: .init(path, as: DataFormat.allCases))
        }
    }
}
