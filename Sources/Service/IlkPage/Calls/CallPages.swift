import IlkAPI
import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages of calls: the timeline by day, a call with its form, and statistics.
struct CallPages {
    let pages: Pages

    static let path = "/ui/calls"
    static let query = ["q", "contact", "emotion", "since", "until", "cursor"]

    var routes: [Route] {
        [timeline, new, create, show, change, delete, statistics] + SelectedCallPages(pages: pages).routes
    }

    private static func links(_ visit: Visit, at part: String? = nil) -> PageLinks? {
        var parts = [("Timeline", path), ("Statistics", "\(path)/statistics")]
        if visit.token.permits(.correct) { parts.append(("Record a call", "\(path)/new")) }
        return visit.links(to: parts, at: part)
    }

    private var timeline: Route {
        pages.page("/ui/calls", "openCalls", "List or search calls by day.", query: Self.query) {
            [pages] visit in
            let query = Self.query.map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/calls", query)
            let view = CallListView(
                query, try await visit.get(path), now: pages.backend.clock.wall,
                canChange: visit.token.permits(.correct))
            return visit.html(
                "calls", "Calls", view, links: Self.links(visit),
                source: .init(path, as: DataFormat.allCases))
        }
    }

    private var statistics: Route {
        pages.page(
            "/ui/calls/statistics", "openCallStatistics", "Show statistics of calls.",
            query: ["contact", "since", "until"]
        ) { visit in
            let query = ["contact", "since", "until"].map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/calls/statistics", query)
            let view = CallStatisticsView(
                try await visit.get(path), contacts: try await visit.get("/v1/calls/contacts"))
            return visit.html(
                "call-statistics", "Statistics of calls", view, links: Self.links(visit), source: .init(path))
        }
    }

    // MARK: A call

    private var new: Route {
        pages.page("/ui/calls/new", "openCallForm", "Show the form for a call.", query: ["contact"]) {
            visit in
            let form = CallFormView(
                ["contact": visit["contact"]], contacts: try await Self.contacts(visit))
            return visit.html("call-form", "Record a call", form, links: Self.links(visit))
        }
    }

    private var create: Route {
        pages.form("/ui/calls", "createCallOfPage", "Record a call.") { visit, fields in
            do {
                let saved = try await visit.send("POST", "/v1/calls", Self.body(fields))
                let path = "/ui" + PagePath.path("calls", saved["key"]?.string ?? "")
                return visit.redirect(to: path, "Recorded the call.")
            } catch let problem as Problem where [400, 409, 422].contains(problem.type.status) {
                return try await Self.again(visit, fields, problem, "Record a call", key: nil)
            }
        }
    }

    private var show: Route {
        pages.page("/ui/calls/{call}", "openCall", "Show a call.") { visit in
            let path = "/v1" + PagePath.path("calls", visit["call"])
            let call = try await visit.get(path)
            let canChange = visit.token.permits(.correct)
            let view = CallView(
                call, contacts: canChange ? try await Self.contacts(visit) : [], canChange: canChange)
            return visit.html("call", "Call", view, source: .init(path))
        }
    }

    private var change: Route {
        pages.form("/ui/calls/{call}", "changeCallOfPage", "Change a call.") { visit, fields in
            let path = PagePath.path("calls", visit["call"])
            do {
                try await visit.send("PUT", "/v1\(path)", Self.body(fields))
                return visit.redirect(to: "/ui\(path)", "Changed the call.")
            } catch let problem as Problem where [400, 409, 422].contains(problem.type.status) {
                return try await Self.again(visit, fields, problem, "Change the call", key: visit["call"])
            }
        }
    }

    private var delete: Route {
        pages.form("/ui/calls/{call}/delete", "deleteCallOfPage", "Delete a call.") { visit, _ in
            try await visit.send("DELETE", "/v1" + PagePath.path("calls", visit["call"]))
            return visit.redirect(to: Self.path, "Deleted the call.")
        }
    }

    /// Shows the form again with the reason why it was refused.
    private static func again(
        _ visit: Visit, _ fields: FormFields, _ problem: Problem, _ title: String, key: String?
    ) async throws -> APIResponse {
        let form = CallFormView(
            fields.values, contacts: try await contacts(visit), key: key,
            problem: PageText.sentence(problem.detail))
        var response = visit.html("call-form", title, form, links: links(visit, at: "\(path)/new"))
        response.status = problem.type.status
        return response
    }

    private static func body(_ fields: FormFields) -> [UInt8] {
        Visit.object { writer in
            writer.field("contact", fields["contact"] ?? "")
            // A browser sends the time without a zone and without seconds. An unchanged time keeps its
            // seconds.
            let time = fields["calledAt"] == fields["shownTime"] ? nil : fields["calledAt"]
            writer.field("calledAt", time.map { $0.utf8.count == 16 ? "\($0):00Z" : $0 })
            Visit.write(number: fields["duration"], as: "duration", to: &writer)
            writer.field("emotionalState", fields["emotionalState"])
            writer.field("notes", fields["notes"])
            writer.field("tags", tags(fields["tags"] ?? ""))
        }
    }

    /// Returns tags that are separated by commas.
    static func tags(_ text: String) -> [String] {
        let tags = text.split(separator: ",").map { tag in
            String(tag.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        return tags.filter { !$0.isEmpty }
    }

    private static func contacts(_ visit: Visit) async throws -> [String] {
        try await visit.names("name", in: "/v1/calls/contacts")
    }
}
