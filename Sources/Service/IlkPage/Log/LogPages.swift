import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages of the log: entries with a search and filters, and one entry.
struct LogPages {
    let pages: Pages

    var routes: [Route] { [start, list, entry, correct] }

    private var start: Route {
        pages.page("/ui/log", "openLog", "Open the first log.") { visit in
            try await visit.redirect(toFirstLogOf: "/ui/log")
        }
    }

    private var list: Route {
        pages.page(
            "/ui/log/{taxonomy}", "openLogList", "List or search the entries of a log.",
            query: LogListView.parameters
        ) { visit in
            let query = LogListView.parameters.map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1" + PagePath.path("log", visit["taxonomy"]), query)
            let view = try await LogListView(visit, query, try await visit.get(path))
            return visit.html(
                "log", "Log of \(visit["taxonomy"])", view,
                links: visit.links(toTaxonomies: try await visit.logs, of: "/ui/log"),
                source: .init(path, as: DataFormat.allCases))
        }
    }

    private var entry: Route {
        pages.page("/ui/log/{taxonomy}/{entry}", "openLogEntry", "Show an entry with its explanation.") {
            visit in
            let path = "/v1" + PagePath.path("log", visit["taxonomy"], visit["entry"])
            let details = try await visit.get(path)
            let explanation = try await visit.find(path + "/explanation")
            let labels = try await visit.labels(visit["taxonomy"])
            let view = LogEntryView(
                details, explanation, taxonomy: visit["taxonomy"],
                labels: visit.token.permits(.correct) ? labels : PageLabels())
            return visit.html("entry", "Entry \(view.shortID)", view, source: .init(path))
        }
    }

    private var correct: Route {
        pages.form("/ui/log/{taxonomy}/{entry}", "correctEntryOfPage", "Correct an entry.") { visit, fields in
            let path = PagePath.path("log", visit["taxonomy"], visit["entry"])
            try await visit.send("POST", "/v1\(path)/corrections", LabelChoice.correction(fields))
            let labels = LabelChoice.chosen(fields)
            let text = labels.map { "Corrected: \(LabelChoice.text($0))." } ?? "Withdrew the correction."
            return visit.redirect(to: "/ui\(path)", text, labels: labels == nil ? 0 : 1)
        }
    }
}
