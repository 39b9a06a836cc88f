import IlkFraming
import IlkHTTP
import IlkSyncStore

/// The pages of sync: stores and devices, calls that wait to be sent, and conflicts with both versions.
struct SyncPages {
    let pages: Pages

    private static let parts = [
        ("Stores and devices", "/ui/sync"), ("Outbox of calls", "/ui/sync/outbox"),
        ("Conflicts", "/ui/sync/conflicts"),
    ]

    var routes: [Route] { [status, queue, retry, conflicts, resolve, deleteCopies] }

    private var status: Route {
        pages.page("/ui/sync", "openSync", "Show the changes that wait to be synced, and the devices.") {
            visit in
            let path = "/v1/sync/status"
            let tokens = visit.token.permits(.admin) ? try await visit.get("/v1/tokens") : .null
            let view = SyncView(try await visit.get(path), tokens: tokens)
            return visit.html("sync", "Sync", view, links: visit.links(to: Self.parts), source: .init(path))
        }
    }

    // MARK: Outbox

    private var queue: Route {
        let names = ["limit", "cursor"]
        return pages.page(
            "/ui/sync/outbox", "openOutbox", "List the calls that wait to be sent.", query: names
        ) { visit in
            let query = names.map { Pair($0, visit[$0]) }
            let path = PagePath.path("/v1/calls/queue", query)
            let view = OutboxView(
                query, try await visit.get(path), canRetry: visit.token.permits(.correct))
            return visit.html(
                "outbox", "Outbox of calls", view, links: visit.links(to: Self.parts), source: .init(path))
        }
    }

    private var retry: Route {
        pages.form("/ui/sync/outbox", "retryCallsOfPage", "Send refused calls again.") { visit, fields in
            let body = Visit.object { $0.field("call", fields["call"]) }
            let done = try await visit.send("POST", "/v1/calls/queue", body)
            let count = PageText.counted(done["queued"]?.integer ?? 0, "call")
            return visit.redirect(to: "/ui/sync/outbox", "The next sync sends \(count) again.")
        }
    }

    // MARK: Conflicts

    private var conflicts: Route {
        pages.page("/ui/sync/conflicts", "openConflicts", "Show conflicts.", query: ["all"]) { visit in
            let path = PagePath.path("/v1/calls/conflicts", [Pair("all", visit["all"])])
            let copies = ConflictCopyView(
                try await visit.get("/v1/sync/conflicts"), canDelete: visit.token.permits(.admin))
            let view = ConflictListView(
                try await visit.get(path), copies: copies, showsAll: visit["all"] == "true",
                canResolve: visit.token.permits(.correct))
            return visit.html(
                "conflicts", "Conflicts", view, links: visit.links(to: Self.parts), source: .init(path))
        }
    }

    private var resolve: Route {
        pages.form("/ui/sync/conflicts/{conflict}", "resolveConflictOfPage", "Choose a version.") {
            visit, fields in
            let body = Visit.object { $0.field("keep", fields["keep"] ?? "") }
            try await visit.send("POST", "/v1" + PagePath.path("calls", "conflicts", visit["conflict"]), body)
            let kept = ConflictListView.names[fields["keep"] ?? ""]
            return visit.redirect(to: "/ui/sync/conflicts", "Resolved: kept \(kept).")
        }
    }

    private var deleteCopies: Route {
        pages.form("/ui/sync/conflicts/delete", "deleteConflictCopiesOfPage", "Delete replaced values.") {
            visit, fields in
            let body = Visit.object { writer in
                writer.field("store", fields["store"] ?? "")
                writer.field("copies", fields.all("copy"))
            }
            let done = try await visit.send("POST", "/v1/sync/conflicts/delete", body)
            let count = PageText.counted(done["deleted"]?.integer ?? 0, "replaced value")
            return visit.redirect(
                to: "/ui/sync/conflicts", "Deleted \(count). Other devices delete them with their next sync.")
        }
    }
}
