import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages of the log: entries with a search and filters, and one entry.
struct LogPages {
    let pages: Pages

    /// The number of labels up to which a page shows a button for each.
    static let maximumLabels = 60

    var routes: [Route] { [start, list, entry, correct] }

    private var start: Route {
        pages.page("/ui/log", "openLog", "Open the first log.") { visit in
            guard let first = try await visit.logs.first else {
                throw Problem(.noSuchRecord, "there is no log yet; start the server with --log")
            }
            return Pages.redirect(to: "/ui" + PagePath.path("log", first))
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
                "log", "Log of \(visit["taxonomy"])", view, source: .init(path, as: DataFormat.allCases))
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
                labels: visit.token.permits(.correct) ? labels : [])
            return visit.html("entry", "Entry \(view.shortID)", view, source: .init(path))
        }
    }

    private var correct: Route {
        pages.form("/ui/log/{taxonomy}/{entry}", "correctEntryOfPage", "Correct an entry.") { visit, fields in
            let path = PagePath.path("log", visit["taxonomy"], visit["entry"])
            let body = Visit.object { writer in
                if let label = fields["category"] {
                    writer.field("category", label)
                } else {
                    writer.field("withdraw", fields["withdraw"] != nil)
                }
                writer.field("source", "human")
            }
            try await visit.send("POST", "/v1\(path)/corrections", body)
            let text =
                fields["category"].map { "Corrected: the label is \($0)." } ?? "Withdrew the correction."
            return visit.redirect(to: "/ui\(path)", text, labels: fields["category"] == nil ? 0 : 1)
        }
    }
}

extension Visit {
    /// Returns the labels of a taxonomy that are in use, or none if it is unknown.
    func labels(_ taxonomy: String) async throws -> [String] {
        guard case .success(let json) = try await find("/v1" + PagePath.path("taxonomies", taxonomy)) else {
            return []
        }
        return (json["labels"]?.elements ?? []).filter { $0["isRetired"]?.bool != true }
            .compactMap { $0["key"]?.string }
    }
}
