import IlkAPI
import IlkHTTP
import IlkSyncStore

/// The state of a log and of the server at a glance.
struct OverviewPage {
    let pages: Pages

    var routes: [Route] { [start, show] }

    private var start: Route {
        pages.page("/ui/overview", "openOverview", "Open the overview of the first log.") { visit in
            guard let first = try await visit.logs.first else {
                return visit.html("overview", "Overview", try await OverviewView(visit, taxonomy: nil))
            }
            return Pages.redirect(to: "/ui" + PagePath.path("overview", first))
        }
    }

    private var show: Route {
        pages.page("/ui/overview/{taxonomy}", "openLogOverview", "Show the overview of a log.") {
            [pages] visit in
            let view = try await OverviewView(visit, taxonomy: visit["taxonomy"])
            return visit.html(
                "overview", "Overview of \(visit["taxonomy"])", view,
                links: visit.links(toTaxonomies: try await visit.logs, of: "/ui/overview"),
                source: .init(OverviewView.counts(visit["taxonomy"], now: pages.backend.clock.wall)))
        }
    }
}
