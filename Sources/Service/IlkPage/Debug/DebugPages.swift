import IlkFraming
import IlkHTTP

/// The pages of debug events: a search with a histogram, an event, a trace, templates, and the newest events.
struct DebugPages {
    let pages: Pages

    private static let parts = [
        ("Search", "/ui/debug"), ("Newest events, live", "/ui/debug/tail"),
        ("Templates", "/ui/debug/templates"),
    ]
    private static let query = ["q", "since", "until", "cursor"]

    var routes: [Route] { [search, event, trace, templates, tail] }

    private var search: Route {
        pages.page("/ui/debug", "openDebug", "Search debug events.", query: Self.query) { visit in
            let query = Self.query.map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/debug", query)
            let filter = query.filter { $0.key != "cursor" }
            let view = DebugListView(
                query, try await visit.get(path),
                try await visit.get(PagePath.path("/v1/debug/histogram", filter)))
            return visit.html(
                "debug", "Debug events", view, links: visit.links(to: Self.parts),
                source: .init(path, as: DataFormat.allCases))
        }
    }

    private var event: Route {
        pages.page("/ui/debug/events/{event}", "openDebugEvent", "Show a debug event.") { visit in
            let path = "/v1" + PagePath.path("debug", visit["event"])
            let view = DebugEventView(try await visit.get(path))
            return visit.html("debug-event", "Debug event", view, source: .init(path))
        }
    }

    private var trace: Route {
        pages.page("/ui/debug/traces/{correlation}", "openTrace", "Show the events of a correlation.") {
            visit in
            let path = "/v1" + PagePath.path("debug", "traces", visit["correlation"])
            let view = DebugTraceView(try await visit.get(path), correlation: visit["correlation"])
            return visit.html("debug-trace", "Trace", view, source: .init(path))
        }
    }

    private var templates: Route {
        pages.page("/ui/debug/templates", "openDebugTemplates", "List the templates.", query: ["hours"]) {
            visit in
            let path = PagePath.path("/v1/debug/templates", [Pair("hours", visit["hours"])])
            let view = DebugTemplateListView(try await visit.get(path), hours: visit["hours"])
            return visit.html(
                "debug-templates", "Templates of debug events", view, links: visit.links(to: Self.parts),
                source: .init(path))
        }
    }

    private var tail: Route {
        pages.page("/ui/debug/tail", "followDebug", "Follow the newest debug events.", query: ["q"]) {
            visit in
            let path = PagePath.path("/v1/debug", [Pair("q", visit["q"]), Pair("limit", "50")])
            let view = DebugTailView(try await visit.get(path), q: visit["q"])
            return visit.html(
                "debug-tail", "Newest debug events", view, links: visit.links(to: Self.parts),
                source: .init(path))
        }
    }
}
